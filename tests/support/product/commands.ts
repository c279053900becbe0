import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../../..');

type CommandOutcome = { code: number; stdout: string; stderr: string };

/** Runs `npm run backup` or `npm run restore` as an operator in `folder` does. */
export async function runCommand(
  command: 'backup' | 'restore',
  { folder, dataDir, variables }: { folder: string; dataDir: string; variables?: Record<string, string> },
  ...args: string[]
): Promise<CommandOutcome> {
  const env = { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder, ...variables };
  return promisify(execFile)(process.execPath, [join(ROOT, `src/app/cli/${command}.ts`), ...args], {
    cwd: ROOT,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: CommandOutcome) => ({ code, stdout, stderr }),
  );
}
