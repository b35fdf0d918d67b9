// Reads lines `{"call", "with"}` from standard input, and answers each with that function's result.
// The first argument is a folder with the page's files, the others are modules of its score sheet.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/score/`);
const load = (name) => import(new URL(`${name}.js`, folder));
const known = Object.assign({}, ...(await Promise.all(process.argv.slice(3).map(load))));

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  console.log(JSON.stringify(known[asked.call](...asked.with) ?? null));
}
