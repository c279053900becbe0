/** Passes on the first value of a key at once, then the last one each `intervalMs`, and how many it stands for. */
export function throttleByKey<Value>(intervalMs: number, passOn: (value: Value, count: number) => void) {
  type Pause = { next: { value: Value; count: number } | null; timer: NodeJS.Timeout };
  const pauses = new Map<string, Pause>();
  const emit = (key: string, value: Value, count: number) => {
    const timer = setTimeout(() => {
      const { next } = pauses.get(key)!;
      pauses.delete(key);
      if (next !== null) emit(key, next.value, next.count);
    }, intervalMs).unref();
    pauses.set(key, { next: null, timer });
    passOn(value, count);
  };
  return {
    push(key: string, value: Value): void {
      const pause = pauses.get(key);
      if (pause === undefined) emit(key, value, 1);
      else pause.next = { value, count: (pause.next?.count ?? 0) + 1 };
    },
    stop(): void {
      for (const { timer } of pauses.values()) clearTimeout(timer);
      pauses.clear();
    },
  };
}
