// Starts the interface. It stands in a file of its own because the content security policy allows no script
// inside the page.
import init from "/atelier_ui.js";

const note = document.getElementById("boot");
try {
  await init({ module_or_path: "/atelier_ui_bg.wasm" });
  note.remove();
} catch (error) {
  note.setAttribute("role", "alert");
  note.textContent = `Atelier could not open its interface: ${error}. Please start it again; if that does not help, install it anew.`;
  throw error;
}
