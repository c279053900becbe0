/** The measured process's end of the channel to the measuring process. */

import { cpuOf, descendants } from './process-usage.ts';

/** Messages of a measured process. */
export type ProcessMessage = { filled: number } | { ready: unknown } | { cpu: number };

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
    if (asked === 'cpu') sendToParent({ cpu: cpuMicroseconds() });
    if (asked === 'stop') end();
  });
  // The terminal signals every process, but the measuring process decides when this one ends.
  process.on('SIGINT', () => {});
}

/** Of this process and of the embedded database server. */
function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system + descendants(process.pid).reduce((sum, pid) => sum + cpuOf(pid), 0);
}
