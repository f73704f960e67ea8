// Fields whose every part stands in shadow roots.

import "@shoelace-style/shoelace/dist/components/button/button.js";
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/themes/light.css";
import { show } from "./shown.js";

document.querySelector("#root").innerHTML = `
  <sl-input id="ship" label="Ship"></sl-input>
  <sl-select id="berth" label="Berth" placeholder="Choose a berth">
    ${["North quay", "South quay", "Inner basin", "Roadstead"].map((berth, at) => `<sl-option value="b${at}">${berth}</sl-option>`).join("")}
  </sl-select>
  <sl-checkbox id="pilot">Pilot wanted</sl-checkbox>
  <sl-button id="book" variant="primary">Book</sl-button>`;

const part = (id) => document.getElementById(id);
part("book").addEventListener("click", () =>
  show([part("ship").value, part("berth").displayLabel, part("pilot").checked ? "pilot" : "no pilot"].join(" | ")),
);
