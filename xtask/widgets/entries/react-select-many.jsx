// The same list, for several choices and new ones.

import { createRoot } from "react-dom/client";
import Creatable from "react-select/creatable";
import { show } from "./shown.js";

const cargo = ["Coal", "Grain", "Salt", "Timber", "Wool"];

createRoot(document.querySelector("#root")).render(
  <>
    <label htmlFor="cargo">Cargo</label>
    <Creatable
      isMulti
      inputId="cargo"
      options={cargo.map((label) => ({ value: label, label }))}
      onChange={(choices) => show(choices.map((choice) => choice.label).join(", "))}
    />
  </>,
);
