/** The measured process's end of the channel to the one that measures. */

import { cpuOf, descendants } from './process-usage.ts';

/** What a measured process says. */
export type ProcessMessage = { filled: number } | { ready: unknown } | { cpu: number };

export function sendToParent(message: ProcessMessage): void {
  process.send?.(message);
}

/** Until there is something to stop, there is nothing to take care of. */
let end: () => void = () => process.exit(1);
process.on('disconnect', () => end());

/** Answers what it costs, and ends when told to or when nobody is left to tell it. */
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
  // The terminal tells every process; whoever measures decides when this one ends.
  process.on('SIGINT', () => {});
}

/** Of this process and of the embedded database server. */
function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system + descendants(process.pid).reduce((sum, pid) => sum + cpuOf(pid), 0);
}
