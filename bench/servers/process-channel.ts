/** The measured process's end of the channel to the measuring process. */

import { cpuOf, descendants } from './process-usage.ts';

/** Messages of a measured process. */
export type ProcessMessage = { filled: number } | { ready: unknown } | { usage: Usage };

/** CPU time so far in microseconds, and memory in bytes. */
export type Usage = {
  /** Of this process. */
  own: number;
  /** Of the embedded database server; zero with an external one. */
  database: number;
  rss: number;
  /** JavaScript objects, and what they hold outside of the heap. */
  heap: number;
};

export function sendToParent(message: ProcessMessage): void {
  process.send?.(message);
}

/** No-op until there is something to stop. */
let end: () => void = () => process.exit(1);
process.on('disconnect', () => end());

/** Reports resource usage, and ends on request or when the channel closes. */
export function handleParentMessages(stop: () => Promise<void>): void {
  let stopping = false;
  const stopOnce = async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  };
  end = () => void stopOnce();
  process.on('message', (asked) => {
    if (asked === 'usage') sendToParent({ usage: readUsage() });
    if (asked === 'usage after collection') {
      globalThis.gc?.();
      sendToParent({ usage: readUsage() });
    }
    if (asked === 'stop') end();
  });
  // The terminal signals every process, but the measuring process decides when this one ends.
  process.on('SIGINT', () => {});
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const database = descendants(process.pid).reduce((sum, pid) => sum + cpuOf(pid), 0);
  return { own: user + system, database, rss, heap: heapUsed + external };
}
