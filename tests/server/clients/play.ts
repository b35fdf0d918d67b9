/**
 * Plays a deal through the client that @hey-api/openapi-ts has generated:
 *
 *   node out/play.js ADDRESS
 */
import { act, contribute, openTable, show } from "./client";
import { client } from "./client/client.gen";
import type { View } from "./client";

/** Open a table with three bots, play the first deal, and print the ledger. */
async function main(address: string): Promise<void> {
  client.setConfig({ baseUrl: address });
  const opened = await openTable({ body: { name: "Vroni", bots: 3 }, throwOnError: true });
  const { table, token } = opened.data;
  client.setConfig({ baseUrl: address, auth: token });
  const path = { table };
  // Refused if the second for contributions is over.
  await contribute({ path, body: { value: "5eed" } });
  for (;;) {
    const { data } = await show({ path, throwOnError: true });
    if (data.stage === "between") {
      console.log(JSON.stringify(data.ledger));
      return;
    }
    if (data.stage === "playing" && data.view && data.view.to_act === data.seat) {
      const action = choice(data.view);
      await act({ path, body: { action, turn: data.turn }, throwOnError: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Return a legal action: the first, or in the exchange four cards that are not sows. */
function choice(view: View): string {
  if (view.legal === null) {
    return view.hand.filter((card) => card[1] !== "S").slice(0, 4).join(" ");
  }
  return view.legal[0]!;
}

main(process.argv[2]!).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
