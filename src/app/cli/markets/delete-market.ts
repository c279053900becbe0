import { rm } from 'node:fs/promises';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { removeMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { dropSharingRole } from '#platform/server/markets/provisioning/roles.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { clusterOf } from './cells.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { withMarketDatabase, filesOf } from './market-resources.ts';
import { listMarkets, type MarketRow, requireMarket, setState } from './market-rows.ts';
import {
  beginOperation,
  findOpenOperation,
  inDirectory,
  runOperation,
  type Step,
  throwIfBusy,
  withMarketLock,
} from './operations.ts';
import { endMarketSubscriptions } from './end-subscriptions.ts';
import { dropFormerCopies } from './move/drop-former-copies.ts';
import { listObjectKeys } from '../list-object-keys.ts';

export const DAYS_UNTIL_DELETED = 30;

type DeletionOptions = {
  /** The operator has ended them at the provider. */
  leavesSubscriptions?: boolean;
};

/**
 * Closes a market, and deletes it 30 days later: the first `delete` after that, or `deleteDue`. Its subscriptions end
 * with their paid periods.
 */
export async function deleteMarket(
  deployment: Deployment,
  name: string,
  options: DeletionOptions = {},
): Promise<void> {
  const market = await requireMarket(deployment, name);
  throwIfFirst(market);
  const open = await findOpenOperation(deployment, market.number);
  if (open?.kind === 'delete' || isDue(deployment, market)) return deleteNow(deployment, name, options);
  await throwIfBusy(deployment, market);
  if (market.state !== 'deleting') await setState(deployment, market.number, 'deleting');
  if (options.leavesSubscriptions !== true)
    await withMarketLock(deployment, market, () =>
      endMarketSubscriptions(deployment, market, 'at-period-end'),
    );
  deployment.say(
    `${name} is closed (410). The first 'markets delete' after ${DAYS_UNTIL_DELETED} days removes its data; until then: npm run admin -- markets resume ${name}`,
  );
}

/** Deletes a market at once, also one whose creation was interrupted. */
export async function deleteNow(
  deployment: Deployment,
  name: string,
  options: DeletionOptions = {},
): Promise<void> {
  const market = await requireMarket(deployment, name);
  throwIfFirst(market);
  const open = await findOpenOperation(deployment, market.number);
  if (open?.kind === 'move') await throwIfBusy(deployment, market);
  if (open?.kind !== 'delete')
    await inDirectory(deployment, async () => {
      const ended = [market.number, deployment.now()];
      await deployment.control.query(
        `UPDATE control.operations SET ended_at = $2 WHERE market = $1 AND ended_at IS NULL`,
        ended,
      );
      await setState(deployment, market.number, 'deleting');
      const wasCreated = open === undefined || open.kind === 'restore';
      await beginOperation(deployment, market.number, {
        kind: 'delete',
        step: 'subscriptions',
        state: { wasCreated },
      });
    });
  await runOperation(deployment, market, deletionSteps(deployment, market, options));
  deployment.say(`${name} is deleted. Its number ${market.number} is not used again.`);
}

/** Deletes the markets whose 30 days are over, and what moves have left behind. Returns whether all are deleted. */
export async function deleteDue(deployment: Deployment): Promise<boolean> {
  const due = (await listMarkets(deployment)).filter((market) => isDue(deployment, market));
  if (due.length === 0) deployment.say('No market is due.');
  let isComplete = true;
  for (const { name } of due)
    await deleteNow(deployment, name).catch((error: unknown) => {
      if (!(error instanceof MarketError)) throw error;
      deployment.say(error.message);
      isComplete = false;
    });
  await dropFormerCopies(deployment);
  return isComplete;
}

function throwIfFirst({ number, name }: MarketRow): void {
  if (number === FIRST_MARKET)
    throw new MarketError(
      `${name} is the installation itself, whose database has the directory. Pause it instead.`,
    );
}

const isDue = ({ now }: Deployment, { state, stateSince }: MarketRow) =>
  state === 'deleting' && now().getTime() - stateSince.getTime() >= DAYS_UNTIL_DELETED * DAY_MS;

type DeletionState = { wasCreated: boolean };

const deletionSteps = (
  deployment: Deployment,
  market: MarketRow,
  { leavesSubscriptions = false }: DeletionOptions,
): Step<DeletionState>[] => [
  {
    name: 'subscriptions',
    run: async ({ wasCreated }) => {
      if (wasCreated && !leavesSubscriptions) await endMarketSubscriptions(deployment, market, 'now');
    },
  },
  {
    name: 'files',
    run: async ({ wasCreated }) => {
      // The files of a bucket are found by the rows of the market.
      if (deployment.config.s3 !== null && wasCreated) await deleteObjects(deployment, market);
      const { directory } = filesOf(deployment, market.number);
      await rm(directory, { recursive: true, force: true });
    },
  },
  {
    name: 'database',
    run: async () => {
      await removeMarket(await clusterOf(deployment, market.cell), market.number);
      await dropSharingRole(deployment.controlCluster, market.number);
    },
  },
  { name: 'directory', run: () => buryMarket(deployment, market) },
];

async function deleteObjects(deployment: Deployment, market: MarketRow): Promise<void> {
  const storage = await filesOf(deployment, market.number).open();
  try {
    const keys = await withMarketDatabase(deployment, market.number, async ({ pool }) => {
      const client = await pool.connect();
      try {
        return await listObjectKeys(client);
      } finally {
        client.release();
      }
    });
    for (const key of keys) await storage.remove([key]);
  } finally {
    await storage.close();
  }
}

/** The row stays, so that its number is not used again, and its hosts for 90 days. */
const buryMarket = (deployment: Deployment, { number }: MarketRow): Promise<void> =>
  inDirectory(deployment, async () => {
    const { control, now } = deployment;
    await control.query('DELETE FROM control.market_secrets WHERE market = $1', [number]);
    await control.query('DELETE FROM control.leases WHERE market = $1', [number]);
    await control.query(`UPDATE control.markets SET deleted_at = $2, settings = '{}' WHERE number = $1`, [
      number,
      now(),
    ]);
  });
