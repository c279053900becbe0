import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { cpuOf, memoryOf } from '../servers/process-usage.ts';
import type { Sample } from './saturation.ts';

/** Partitions are parts of disks, and these are none. */
const NO_DISK = /^(loop|ram|zram|sr|fd)\d/;
/** The field of /proc/diskstats with the milliseconds in which a disk was busy. */
const BUSY_FIELD = 12;
const NAME_FIELD = 2;

const DATABASE_NAME = 'PostgreSQL on this machine';

/**
 * What the PostgreSQL servers of this machine use of it, by Linux: null where there is none, as with a
 * database on another machine.
 */
export function sampleDatabase(at: number): Sample | null {
  const pids = listProcesses('postgres');
  if (pids.length === 0) return null;
  const memory = pids.map(memoryOf).reduce((sum, used) => sum + (used?.pss ?? used?.rss ?? 0), 0);
  const busy = readBusyDiskSeconds();
  const metrics = new Map([
    // Of ended backends, too: their times are those of the server that has started them.
    [
      'database_cpu_share_seconds',
      pids.reduce((sum, pid) => sum + cpuOf(pid), 0) / 1e6 / availableParallelism(),
    ],
    ['database_memory_share', memory / totalmem()],
    ...(busy === null ? [] : [['database_disk_busy_seconds', busy] as const]),
  ]);
  return { at, process: DATABASE_NAME, metrics };
}

function listProcesses(name: string): number[] {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && readComm(entry) === name)
      .map(Number);
  } catch {
    return [];
  }
}

function readComm(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Of the busiest disk; which one the database is on is not asked. */
function readBusyDiskSeconds(): number | null {
  try {
    const busy = readFileSync('/proc/diskstats', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => !NO_DISK.test(fields[NAME_FIELD] ?? ''))
      .map((fields) => Number(fields[BUSY_FIELD]) / 1_000);
    return busy.length === 0 ? null : Math.max(...busy);
  } catch {
    return null;
  }
}
