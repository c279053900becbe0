import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import { inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import {
  isNameTaken,
  provisionMarket,
  removeMarket,
} from '#platform/server/markets/provisioning/provision-market.ts';
import { commandLog } from '../../open-configured-database.ts';
import { MIGRATIONS } from '../../product-version.ts';
import { clusterOf } from '../cells.ts';
import { recordMigrations } from '../create-market.ts';
import type { Deployment } from '../deployment.ts';
import { MarketError } from '../market-error.ts';
import { type MarketRow, requireMarket } from '../market-rows.ts';
import { beginOperation, findOpenOperation, runOperation, type Step, throwIfBusy } from '../operations.ts';
import { takeJobsAlong } from './copy-rest.ts';
import { moveOffline } from './move-offline.ts';
import { inSource, type MovePlan, type MoveState } from './move-plan.ts';
import { removeMarker, removeReader, startReplication, stopReplication, waitForCopy } from './replicate.ts';
import { comeBack, switchOnline } from './switch-market.ts';
import { throwIfNotReplicating } from './check-servers.ts';

export type Move = { name: string; to: string; isOffline: boolean };

/** Copies a market to another cell while it is used, or completes a move that was interrupted. */
export async function moveMarket(deployment: Deployment, move: Move): Promise<void> {
  const market = await requireMarket(deployment, move.name);
  await throwIfBusy(deployment, market, 'move');
  if ((await findOpenOperation(deployment, market.number)) === undefined)
    await begin(deployment, market, move);
  else await resume(deployment, market);
  await runOperation<MoveState>(deployment, market, steps(deployment, market));
  deployment.say(`${move.name} is in ${move.to}. What was in its former cell is kept for 7 days.`);
}

async function begin(deployment: Deployment, market: MarketRow, { to, isOffline }: Move): Promise<void> {
  const { number, name, cell, state } = market;
  if (number === FIRST_MARKET)
    throw new MarketError(
      `${name} is the installation itself. Move its server as docs/operations.md describes.`,
    );
  if (cell === to) throw new MarketError(`${name} is in ${to} already.`);
  if (state !== 'active' && state !== 'paused') throw new MarketError(`${name} is ${state}.`);
  const target = await clusterOf(deployment, to);
  if (!isOffline) await throwIfNotReplicating(await clusterOf(deployment, cell), target);
  // So that both have the same tables.
  await recordMigrations(deployment, number);
  if ((await isNameTaken(target, number)) && !(await hasBeenIn(deployment, number, to)))
    throw new MarketError(
      `The server of ${to} has a database or a role m${number} that is not of this deployment.`,
    );
  await beginOperation(deployment, number, {
    kind: 'move',
    step: isOffline ? 'offline' : 'prepare',
    state: { from: cell, to, isOffline, wasState: state } satisfies MoveState,
  });
}

async function hasBeenIn({ control }: Deployment, number: number, cell: string): Promise<boolean> {
  const { rowCount } = await control.query(
    `SELECT FROM control.operations WHERE market = $1 AND kind = 'move' AND state->>'from' = $2`,
    [number, cell],
  );
  return rowCount !== 0;
}

/** What was interrupted after the pause leads back first, unless the directory names the target already. */
async function resume(deployment: Deployment, market: MarketRow): Promise<void> {
  const open = (await findOpenOperation<MoveState>(deployment, market.number))!;
  const { state, step } = open;
  const setStep = (name: string) =>
    deployment.control.query('UPDATE control.operations SET step = $2 WHERE id = $1', [open.id, name]);
  deployment.say(`Continuing the move of ${market.name} from ${state.from} to ${state.to} …`);
  if (market.cell === state.to) return void (await setStep('clean'));
  if (market.state === 'moving') await comeBack(deployment, await toPlan(deployment, market, state));
  if (step === 'switch') await setStep('prepare');
}

/** Gives a move up before its switch: the market stays where it is. */
export async function cancelMove(deployment: Deployment, name: string): Promise<void> {
  const market = await requireMarket(deployment, name);
  const open = await findOpenOperation<MoveState>(deployment, market.number);
  if (open?.kind !== 'move') throw new MarketError(`${name} is not being moved.`);
  if (market.cell === open.state.to)
    throw new MarketError(`${name} is in ${market.cell} already. Run its move again, which completes it.`);
  const plan = await toPlan(deployment, market, open.state);
  if (market.state === 'moving') await comeBack(deployment, plan);
  await dropTarget(plan);
  if (!open.state.isOffline) await removeReader(plan);
  await inSource(plan, removeMarker);
  await deployment.control.query(
    `UPDATE control.operations SET ended_at = $2, error = 'canceled' WHERE id = $1`,
    [open.id, deployment.now()],
  );
  deployment.say(`${name} stays in ${market.cell}.`);
}

async function toPlan(
  deployment: Deployment,
  { number, name }: MarketRow,
  state: MoveState,
): Promise<MovePlan> {
  return {
    number,
    name,
    database: databaseOf(number),
    targetRole: { role: databaseOf(number), password: databasePassword(deployment.root, number) },
    source: await clusterOf(deployment, state.from),
    target: await clusterOf(deployment, state.to),
    state,
  };
}

function steps(deployment: Deployment, market: MarketRow): Step<MoveState>[] {
  const step = (name: string, work: (plan: MovePlan) => Promise<void>): Step<MoveState> => ({
    name,
    run: async (state) => work(await toPlan(deployment, market, state)),
  });
  const online = (work: (plan: MovePlan) => Promise<void>) => async (plan: MovePlan) => {
    if (!plan.state.isOffline) await work(plan);
  };
  return [
    step('offline', async (plan) => {
      if (plan.state.isOffline) await moveOffline(deployment, plan);
    }),
    step(
      'prepare',
      online((plan) => prepare(deployment, plan)),
    ),
    step(
      'copy',
      online((plan) => waitForCopy(deployment, plan)),
    ),
    step(
      'switch',
      online((plan) => switchOnline(deployment, plan)),
    ),
    step('clean', async (plan) => {
      await takeJobsAlong(deployment, plan);
      await clean(plan);
    }),
  ];
}

async function prepare(deployment: Deployment, plan: MovePlan): Promise<void> {
  deployment.say(`Copying ${plan.name} to ${plan.state.to} …`);
  await dropTarget(plan);
  const options = { folder: MIGRATIONS, root: deployment.root, log: commandLog };
  await provisionMarket(plan.target, plan.number, options);
  await startReplication(deployment, plan);
}

/** The copy of an attempt before, or of a former stay. */
async function dropTarget(plan: MovePlan): Promise<void> {
  const { target, number, database } = plan;
  const isThere = await inMaintenance(target, async (session) => {
    const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    return rowCount !== 0;
  });
  if (isThere) await stopReplication(plan);
  await removeMarket(target, number);
}

/** The source stays for 7 days, and nobody writes there. */
async function clean(plan: MovePlan): Promise<void> {
  const { source, database, state } = plan;
  if (!state.isOffline) await removeReader(plan);
  await inMaintenance(source, async (session) => {
    await session.query(`ALTER ROLE ${database} NOLOGIN`);
    await session.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  });
}
