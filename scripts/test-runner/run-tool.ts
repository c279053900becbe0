import { type ChildProcess, spawn } from 'node:child_process';
import { launcherConfig } from '../launcher-config.mjs';

/** One run of the gate. */
export interface TestRun {
  /** Directory of the reports. */
  directory: string;
  /** Parts of test file names; an empty list selects all. */
  filters: readonly string[];
  /** Options for the test runners. */
  options: readonly string[];
}

/** A stage that takes longer hangs. */
const LIMIT_MS = 25 * 60_000;

let current: ChildProcess | undefined;

/** A file or a CI log gets no colors. */
const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Runs an installed tool and streams its output. Returns its exit code. */
export async function runTool(
  args: readonly string[],
  { env = plain, limitMs = LIMIT_MS }: { env?: Record<string, string>; limitMs?: number } = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: launcherConfig.root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  current = child;
  const limit = setTimeout(() => {
    console.error(`\nStill running after ${limitMs / 60_000} minutes: stopped`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, limitMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(limit);
    current = undefined;
  }
}

/** Passes a signal to the running tool. */
export function interruptTool(signal: NodeJS.Signals): void {
  current?.kill(signal);
}
