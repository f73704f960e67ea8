// How long Playwright takes for one action: `node pace.mjs PROGRAM PAGE TIMES`.
import { chromium } from "playwright-core";

const [program, page, times] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await tab.goto(page);
const title = tab.getByLabel("Title");
const save = tab.getByRole("button", { name: "Save" });
for (const [what, act] of [
  ["fill", () => title.fill("Tea at five")],
  ["click", () => save.click()],
]) {
  await act();
  const took = [];
  for (let n = 0; n < Number(times); n++) {
    const begun = performance.now();
    await act();
    took.push(performance.now() - begun);
  }
  took.sort((a, b) => a - b);
  const each = took.reduce((sum, one) => sum + one, 0) / took.length;
  console.log(`  ${what.padEnd(15)} ${each.toFixed(1)}ms each, median ${took[took.length >> 1].toFixed(1)}ms`);
}
await browser.close();
