import { type ChildProcess, execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../../..');

type CommandOutcome = { code: number; stdout: string; stderr: string };

type Place = { folder: string; dataDir: string; variables?: Record<string, string> };

/** Starts `npm run backup` or `npm run restore` as an operator in `folder` does. */
export function startCommand(
  command: 'backup' | 'restore',
  { folder, dataDir, variables }: Place,
  ...args: string[]
): { process: ChildProcess; outcome: Promise<CommandOutcome> } {
  const running = promisify(execFile)(process.execPath, [join(ROOT, `src/app/cli/${command}.ts`), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder, ...variables },
  });
  const outcome = running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: CommandOutcome) => ({ code, stdout, stderr }),
  );
  return { process: running.child, outcome };
}

export const runCommand = (...started: Parameters<typeof startCommand>): Promise<CommandOutcome> =>
  startCommand(...started).outcome;
