/**
 * Passes on the first value of a key at once, and later ones at most every `intervalMs`. The last value is
 * always passed on.
 */
export function throttleByKey<Value>(intervalMs: number, passOn: (value: Value) => void) {
  type Pause = { next: { value: Value } | null; timer: NodeJS.Timeout };
  const pauses = new Map<string, Pause>();
  const emit = (key: string, value: Value) => {
    const timer = setTimeout(() => {
      const { next } = pauses.get(key)!;
      pauses.delete(key);
      if (next !== null) emit(key, next.value);
    }, intervalMs).unref();
    pauses.set(key, { next: null, timer });
    passOn(value);
  };
  return {
    push(key: string, value: Value): void {
      const pause = pauses.get(key);
      if (pause === undefined) emit(key, value);
      else pause.next = { value };
    },
    stop(): void {
      for (const { timer } of pauses.values()) clearTimeout(timer);
      pauses.clear();
    },
  };
}
