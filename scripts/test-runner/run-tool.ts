import { type ChildProcess, spawn } from 'node:child_process';
import { launcherConfig } from '../launcher-config.mjs';

/** Takes the output of a stage that runs beside another; null: it goes to the terminal. */
export type Show = ((text: string) => void) | null;

/** One run of the gate. */
export interface TestRun {
  /** Directory of the reports. */
  directory: string;
  /** Parts of test file names; an empty list selects all. */
  filters: readonly string[];
  /** Options for the test runners. */
  options: readonly string[];
  show: Show;
}

/** A stage that takes longer hangs. */
const LIMIT_MS = 25 * 60_000;

const running = new Set<ChildProcess>();

/** A file or a CI log gets no colors. */
const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Runs an installed tool and shows its output. Returns its exit code. */
export async function runTool(
  { show }: Pick<TestRun, 'show'>,
  args: readonly string[],
  { env = plain, limitMs = LIMIT_MS }: { env?: Record<string, string>; limitMs?: number } = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: launcherConfig.root,
    stdio: show === null ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => show?.(text));
  const limit = setTimeout(() => {
    console.error(`\nStill running after ${limitMs / 60_000} minutes: stopped`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, limitMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(limit);
    running.delete(child);
  }
}

/** Passes a signal to the tools that run. */
export function interruptTools(signal: NodeJS.Signals): void {
  for (const tool of running) tool.kill(signal);
}
