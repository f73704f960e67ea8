// A box for files whose field stands elsewhere, and is made anew after each choice.

import { Dropzone } from "dropzone";
import "dropzone/dist/dropzone.css";
import { show } from "./shown.js";

document.querySelector("#root").innerHTML = '<form id="papers" class="dropzone" action="/nowhere"></form>';
const zone = new Dropzone("#papers", { autoProcessQueue: false, createImageThumbnails: false });
zone.on("addedfile", () => show(zone.files.map((file) => file.name).join(", ")));
