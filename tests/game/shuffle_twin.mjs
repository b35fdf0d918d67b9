// Answers each record on standard input as the page would: with its seed and deck, or the error.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

// Imported as data, because not every Node treats a .js file as a module.
const source = await readFile(new URL("../../src/dobbm/client/shuffle.js", import.meta.url));
const twin = await import(`data:text/javascript;base64,${source.toString("base64")}`);

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const proof = await twin.verify(JSON.parse(line));
    answer = { seed: await twin.seed(proof), deck: await twin.deck(proof) };
  } catch (error) {
    answer = { error: error.constructor.name, message: error.message };
  }
  console.log(JSON.stringify(answer));
}
