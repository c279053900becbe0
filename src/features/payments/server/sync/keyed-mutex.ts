/** One after the other: what is done under the same key waits for what was begun before it. */
export type KeyedMutex = { runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> };

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    async runExclusive(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
