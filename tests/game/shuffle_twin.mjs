// Answers every line of standard input, a record, as a page would: its seed and deck, or why not.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

// As data, because not every Node takes a file that ends in .js for a module.
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
