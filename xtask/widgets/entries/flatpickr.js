// A calendar under a field that takes no keys.

import flatpickr from "flatpickr";
import "flatpickr/dist/flatpickr.css";
import { show } from "./shown.js";

document.querySelector("#root").innerHTML = '<label for="arrival">Arrival</label> <input id="arrival" placeholder="Pick a day">';
flatpickr("#arrival", {
  dateFormat: "d.m.Y",
  now: new Date(2026, 5, 15),
  onChange: ([day], _, instance) => show(day ? instance.formatDate(day, "Y-m-d") : ""),
});
