// A day made of parts that take keys, with a calendar behind a button.

import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DesktopDatePicker } from "@mui/x-date-pickers/DesktopDatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import dayjs from "dayjs";
import { createRoot } from "react-dom/client";
import { show } from "./shown.js";

createRoot(document.querySelector("#root")).render(
  <LocalizationProvider dateAdapter={AdapterDayjs}>
    <DesktopDatePicker
      label="Departure"
      referenceDate={dayjs("2026-06-15")}
      onChange={(day) => show(day && day.isValid() ? day.format("YYYY-MM-DD") : "")}
    />
  </LocalizationProvider>,
);
