/** Visitors of a market who search, one request after the other at each of its addresses. */
import { setTimeout as pause } from 'node:timers/promises';

type Visit = { sentAt: number; milliseconds: number; status: number };

const BETWEEN_MS = 50;
const TIMEOUT_MS = 10_000;

/** No search is in a cache: of all visits of this process. */
let count = 0;

export function startVisits(addresses: () => readonly string[]) {
  const ending = new AbortController();
  const visits: Visit[] = [];
  const visit = async (index: number) => {
    while (!ending.signal.aborted) {
      count += 1;
      const sentAt = performance.now();
      const status = await fetch(`${addresses()[index]}/api/books?search=word${count}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then(
        (response) => response.arrayBuffer().then(() => response.status),
        () => 0,
      );
      visits.push({ sentAt, milliseconds: performance.now() - sentAt, status });
      await pause(BETWEEN_MS);
    }
  };
  const visiting = addresses().map((_, index) => visit(index));
  return {
    visits,
    async stop(): Promise<Visit[]> {
      ending.abort();
      await Promise.all(visiting);
      return visits;
    },
  };
}

export function p95(visits: readonly Visit[]): number {
  const sorted = visits.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
}
