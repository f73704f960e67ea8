// A list that is put in order by hand, with the browser's own dragging.

import Sortable from "sortablejs";
import { show } from "./shown.js";

const calls = ["Bergen", "Cuxhaven", "Dover", "Esbjerg", "Gdansk"];
document.querySelector("#root").innerHTML = `<h2>Ports of call</h2><ul id="calls" class="cards">${calls.map((call) => `<li>${call}</li>`).join("")}</ul>`;
const list = document.querySelector("#calls");
const tell = () => show(Array.from(list.children, (item) => item.textContent).join(", "));
new Sortable(list, { animation: 100, onEnd: tell });
tell();
