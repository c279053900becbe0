import { existsSync, readdirSync, readFileSync } from 'node:fs';

export type Memory = { rss: number; pss: number | undefined };

/** All descendants of this process. */
export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  if (!existsSync('/proc')) return [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (of: number): number[] =>
    (children.get(of) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

function parentOf(pid: number): number | undefined {
  // "pid (name) state parent …"; the name may contain anything, even brackets.
  return numberIn(read(`/proc/${pid}/stat`)?.split(') ').at(-1), /^\S+ (\d+)/);
}

/**
 * In bytes; `pss` divides shared memory among its processes, where the system reports it. Undefined for a
 * process that has ended.
 */
export function memoryOf(pid: number): Memory | undefined {
  const rss = numberIn(read(`/proc/${pid}/status`), /^VmRSS:\s+(\d+) kB/m);
  const pss = numberIn(read(`/proc/${pid}/smaps_rollup`), /^Pss:\s+(\d+) kB/m);
  return rss === undefined ? undefined : { rss: rss * 1024, pss: pss === undefined ? undefined : pss * 1024 };
}

const TICK_MICROSECONDS = 10_000; // Linux shows times in hundredths of a second

/** CPU time of a process and of its ended children, in microseconds; 0 for a process that has ended. */
export function cpuOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_MICROSECONDS;
}

/** Milliseconds for which a process of one thread has run so far, more exactly than `cpuOf`. */
export const runningTimeOf = (pid: number): number =>
  (numberIn(read(`/proc/${pid}/schedstat`), /^(\d+)/) ?? 0) / 1e6;

const numberIn = (text: string | undefined, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
