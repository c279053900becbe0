/** Passes on `burst` values of a group at once, further ones one per `intervalMs`, of each key only the last. */
export function paceByGroup<Value>(
  { burst, intervalMs }: { burst: number; intervalMs: number },
  passOn: (value: Value) => void,
) {
  type Group = { credit: number; waiting: Map<string, Value>; timer: NodeJS.Timeout };
  const groups = new Map<string, Group>();
  const step = (name: string) => {
    const group = groups.get(name)!;
    const next = group.waiting.entries().next().value;
    if (next !== undefined) {
      group.waiting.delete(next[0]);
      passOn(next[1]);
    } else if ((group.credit += 1) === burst) {
      clearInterval(group.timer);
      groups.delete(name);
    }
  };
  const open = (name: string): Group => {
    const timer = setInterval(() => step(name), intervalMs).unref();
    const group = { credit: burst, waiting: new Map<string, Value>(), timer };
    groups.set(name, group);
    return group;
  };
  return {
    push(name: string, key: string, value: Value): void {
      const group = groups.get(name) ?? open(name);
      if (group.credit === 0) group.waiting.set(key, value);
      else {
        group.credit -= 1;
        passOn(value);
      }
    },
    stop(): void {
      for (const { timer } of groups.values()) clearInterval(timer);
      groups.clear();
    },
  };
}
