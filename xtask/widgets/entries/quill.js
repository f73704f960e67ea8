// A rich editor with a bar of buttons.

import Quill from "quill";
import "quill/dist/quill.snow.css";
import { show } from "./shown.js";

document.querySelector("#root").innerHTML = '<div id="letter"></div>';
const quill = new Quill("#letter", { theme: "snow", placeholder: "Write to the harbour master" });
quill.on("text-change", () => show(quill.getText().trimEnd()));
