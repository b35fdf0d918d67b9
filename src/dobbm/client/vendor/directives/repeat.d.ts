/** One template for each item; an item keeps its elements wherever it goes. */
export function repeat<Item>(
  items: Iterable<Item>,
  key: (item: Item, index: number) => unknown,
  template: (item: Item, index: number) => unknown,
): unknown;
