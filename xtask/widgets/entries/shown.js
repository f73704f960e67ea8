// The one place where a page says what its widget holds, for tests to read: lines with a stroke between them, their
// indentation as dots.

export function show(value) {
  const line = (text) => text.replace(/^ +/, (spaces) => "·".repeat(spaces.length));
  document.querySelector("#value").textContent = value.split("\n").map(line).join(" / ");
}
