/** Calls `act` once for each key after up to `spreadMs`: browsers must not all ask in the same moment. */
export function spreadByKey(spreadMs: number, act: (key: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const run = (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    act(key);
  };
  return {
    push(key: string): void {
      if (!timers.has(key)) timers.set(key, setTimeout(run, Math.random() * spreadMs, key));
    },
    /** Calls for what waits at once, at the end. */
    flush(): void {
      for (const key of timers.keys()) run(key);
    },
  };
}
