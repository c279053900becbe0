import { setTimeout as pause } from 'node:timers/promises';
import {
  isProviderUnreachable,
  ProviderRequestError,
} from '#features/payments/server/provider/call-provider.ts';
import { openAccount } from '#features/payments/server/provider/open-account.ts';
import {
  countUnreachable,
  type Ending,
  endSubscriptions,
} from '#features/subscriptions/server/end-subscriptions.ts';
import { isUnknownSubscription } from '#features/subscriptions/server/fetch-subscription-state.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hasDatabase, inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import { clusterOf } from './cells.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { withMarketDatabase } from './market-resources.ts';
import { type MarketRow, readEntry } from './market-rows.ts';

/** The error of the command says what the provider has answered. */
const silentLog = { warn: () => {}, error: () => {} };
/** Servers close the market within seconds, once their running requests have ended. */
const DISCONNECT_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 100;

/**
 * Ends the subscriptions of a closed market at Stripe, so that nobody pays for it any more. Throws MarketError while it
 * cannot be sure of that; another call continues.
 */
export async function endMarketSubscriptions(
  deployment: Deployment,
  { number, name, cell }: MarketRow,
  ending: Ending,
): Promise<void> {
  const cluster = await clusterOf(deployment, cell);
  if (!(await inMaintenance(cluster, (session) => hasDatabase(session, databaseOf(number))))) return;
  const { settings } = await readEntry(deployment, number);
  const secretKey = settings['STRIPE_SECRET_KEY'];
  const payments =
    secretKey === undefined ? null : openAccount({ secretKey, log: silentLog }, deployment.stripeFetch);
  const ended = await withMarketDatabase(deployment, number, async (database) => {
    if (!(await hasTables(database))) return 0;
    const unreachable = await countUnreachable(database, payments);
    if (unreachable > 0)
      throw new MarketError(
        `${name} has ${unreachable} running subscriptions at Stripe, and its STRIPE_SECRET_KEY is not that of their account: they ` +
          `would go on to charge. Set it (markets set ${name} --set-from FILE) and run this command again. ${LEAVE_HINT}`,
      );
    if (payments === null) return 0;
    await waitUntilServersDisconnect(database);
    const context = { database, payments, log: silentLog, clock: deployment };
    return endSubscriptions(context, ending).catch((error: unknown) => {
      throw toMarketError(name, error);
    });
  });
  if (ended > 0)
    deployment.say(
      ending === 'now'
        ? `${ended} subscriptions of ${name} are canceled at Stripe.`
        : `${ended} subscriptions of ${name} end with their paid period; nobody is charged again.`,
    );
}

const LEAVE_HINT =
  'If you have canceled them in the dashboard of Stripe, add --leave-subscriptions. No data was removed.';

function toMarketError(name: string, error: unknown): unknown {
  if (isUnknownSubscription(error) || error instanceof ProviderRequestError)
    return new MarketError(
      `Stripe refuses to end a subscription of ${name} (${firstCause(error)}): is its STRIPE_SECRET_KEY that of their account? ${LEAVE_HINT}`,
    );
  if (isProviderUnreachable(error))
    return new MarketError(
      `Stripe does not take the requests of ${name} (${firstCause(error)}), so its subscriptions still run. Run this command again; ` +
        `it continues. ${LEAVE_HINT}`,
    );
  return error;
}

/** The message of the provider, below the errors of its client. */
function firstCause(error: unknown): string {
  let first = error as Error;
  while (first.cause instanceof Error) first = first.cause;
  return first.message;
}

/** The database of an interrupted restore has no tables. */
async function hasTables({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ it: string | null }>(`SELECT to_regclass('subscriptions')::text AS it`);
  return rows[0]!.it !== null;
}

/** Once no server is connected, each purchase that was begun before the market was closed has its row. */
async function waitUntilServersDisconnect({ pool }: Database): Promise<void> {
  const deadline = performance.now() + DISCONNECT_TIMEOUT_MS;
  const isUsed = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend' LIMIT 1`,
    );
    return rowCount !== 0;
  };
  while (performance.now() < deadline && (await isUsed())) await pause(POLL_INTERVAL_MS);
}
