/** The limit of an LRU cache that takes memory only for what it holds: its option `max` reserves it for all entries. */
export const atMostEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
