// Makes a page of each entry: `node build.mjs FOLDER`. Nothing on a page comes from elsewhere.

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const folder = process.argv[2];
await mkdir(folder, { recursive: true });

const names = [];
const entryPoints = [];
for (const file of (await readdir("entries")).sort()) {
  if (file === "shown.js") continue;
  names.push(file.replace(/\.jsx?$/, ""));
  entryPoints.push(join("entries", file));
}
const { metafile } = await build({
  entryPoints,
  bundle: true,
  format: "iife",
  jsx: "automatic",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
  target: "chrome156",
  outdir: folder,
  metafile: true,
  logLevel: "warning",
});

const made = new Set(Object.keys(metafile.outputs).map((path) => path.split(/[\\/]/).pop()));
for (const name of names) {
  const styles = made.has(`${name}.css`) ? `<link rel="stylesheet" href="${name}.css">` : "";
  await writeFile(
    join(folder, `${name}.html`),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${name}</title>
<link rel="icon" href="data:,">
${styles}
<style>
  body { font: 16px/1.5 sans-serif; margin: 24px; max-width: 620px }
  #root { min-height: 340px }
  .cards { list-style: none; padding: 0; width: 260px }
  .cards li { border: 1px solid #999; margin: 4px 0; padding: 8px; user-select: none }
  .box { border: 2px dashed #999; padding: 40px; text-align: center }
</style>
<h1>Harbour office</h1>
<div id="root"></div>
<p>Holds: <output id="value"></output></p>
<button id="end" type="button">Done</button>
<script src="${name}.js"></script>
</html>
`,
  );
}
