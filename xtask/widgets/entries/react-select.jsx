// A searchable list with groups of its own markup: the choice stands in a hidden field.

import { createRoot } from "react-dom/client";
import Select from "react-select";
import { show } from "./shown.js";

const harbours = ["Aarhus", "Bergen", "Cuxhaven", "Dover", "Esbjerg", "Gdansk", "Helsinki", "Kiel", "Lisbon", "Oslo", "Porto", "Riga"];

createRoot(document.querySelector("#root")).render(
  <>
    <label htmlFor="harbour">Home port</label>
    <Select
      inputId="harbour"
      name="harbour"
      placeholder="Choose a port"
      options={harbours.map((label) => ({ value: label.toLowerCase(), label }))}
      onChange={(choice) => show(choice ? choice.label : "")}
    />
  </>,
);
