import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Variables } from '../edge/market-config.ts';

const ADMIN = join(import.meta.dirname, '../../cli/admin.ts');
/** Creating takes three seconds; after more the page says that it waits. */
const WAIT_MS = 15_000;

/** Runs `npm run admin -- markets work` beside this server, for which a request waits at most this long. */
export async function workRequestsInChild(variables: Variables): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, ADMIN, 'markets', 'work'], {
    env: { ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // What it could not do stands with the request, and the next run does it.
  await once(child, 'exit', { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => undefined);
}
