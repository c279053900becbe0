import { once } from 'node:events';
import type { Deployment } from './deployment.ts';
import { createMarket } from './create-market.ts';
import { checkName, parseHost } from './market-rows.ts';
import { checkSettings } from './settings.ts';
import { withRequestsLock } from './operations.ts';

type Request = { id: number; name: string; host: string; cell: string; settings: Record<string, string> };

/** What the operators' page may set; the servers write the requests, so they are not believed. */
const ALLOWED = new Set([
  'CAMPUS_NAME',
  'CAMPUS_CURRENCY',
  'CAMPUS_TIME_ZONE',
  'CAMPUS_LANGUAGES',
  'ADMIN_EMAILS',
]);
const LOOK_MS = 15_000;

/** Creates the markets that operators have asked for on their page. Returns whether all are created. */
export async function workRequests(deployment: Deployment, isQuiet = false): Promise<boolean> {
  return withRequestsLock(deployment, async () => {
    const { rows } = await deployment.control.query<Request>(
      'SELECT id, name, host, cell, settings FROM control.requests WHERE ended_at IS NULL ORDER BY id',
    );
    let isComplete = true;
    if (rows.length === 0 && !isQuiet) deployment.say('No market is asked for.');
    for (const request of rows) isComplete = (await work(deployment, request)) && isComplete;
    return isComplete;
  });
}

/** A request that fails stays, with the reason, and is tried again by the next run. */
async function work(deployment: Deployment, { id, name, host, cell, settings }: Request): Promise<boolean> {
  const { control, now, say } = deployment;
  try {
    checkName(name);
    const stranger = Object.keys(settings).find((key) => !ALLOWED.has(key));
    if (stranger !== undefined) throw new Error(`${stranger} cannot be set on the page.`);
    checkSettings(settings);
    await createMarket(deployment, { name, hosts: [parseHost(host)], cell, settings, isCanary: false });
    await control.query('UPDATE control.requests SET ended_at = $2, error = NULL WHERE id = $1', [id, now()]);
    return true;
  } catch (error) {
    const { message } = error as Error;
    say(`${name} failed: ${message}`);
    await control.query('UPDATE control.requests SET error = $2 WHERE id = $1', [id, message]);
    return false;
  }
}

/** Works until it is told to stop. Rejects if the connection to the directory is lost. */
export async function watchRequests(deployment: Deployment, signal: AbortSignal): Promise<void> {
  const { control, say } = deployment;
  await control.query('LISTEN bookswap_requests');
  say('Waiting for requests of the operators’ page …');
  while (!signal.aborted) {
    await workRequests(deployment, true);
    await wait(control, signal);
  }
}

async function wait(control: Deployment['control'], signal: AbortSignal): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
  await once(control, 'notification', { signal: until }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
}
