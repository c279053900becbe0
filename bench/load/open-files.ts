import { execFileSync } from 'node:child_process';

/** Files and connections beside the sockets. */
const OTHER_FILES = 1_000;

/** The number of sockets, at most `wanted`, that the limit of open files (ulimit -n) allows one process. */
export function socketsWithinFileLimit(wanted: number): number {
  // Node has raised its own limit to the highest that it may have, and a child inherits it.
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? wanted : Math.min(wanted, Math.max(100, Number(limit) - OTHER_FILES));
}
