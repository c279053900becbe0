import { setTimeout as pause } from 'node:timers/promises';
import { releaseSessionLock, trySessionLock } from '#platform/server/database/advisory-lock.ts';
import { LOCK_POLL_MS } from '#platform/server/database/locked-transaction.ts';
import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import type { MarketRow } from './market-rows.ts';

/** Any number: those that follow are of the markets. */
const FIRST_LOCK = 4_917_204_000_000;
/** The server finds out late that a command was killed. */
const LOCK_WAIT_MS = 5_000;

export type OperationKind = 'create' | 'import' | 'restore' | 'move' | 'delete';

/** A step can be repeated from its beginning, wherever it was interrupted. `State` is what it leaves for later steps. */
export type Step<State> = { name: string; run: (state: State) => Promise<Partial<State> | void> };

type Open<State> = { id: number; kind: OperationKind; step: string; state: State };

/** Inserts an operation, in the transaction of what it begins with. */
export async function beginOperation(
  { control, now }: Deployment,
  market: number,
  { kind, step, state }: { kind: OperationKind; step: string; state: object },
): Promise<void> {
  await control.query(
    `INSERT INTO control.operations (market, kind, step, state, started_at) VALUES ($1, $2, $3, $4, $5)`,
    [market, kind, step, JSON.stringify(state), now()],
  );
}

export async function findOpenOperation<State>(
  { control }: Deployment,
  market: number,
): Promise<Open<State> | undefined> {
  const { rows } = await control.query<Open<State>>(
    'SELECT id, kind, step, state FROM control.operations WHERE market = $1 AND ended_at IS NULL',
    [market],
  );
  return rows[0];
}

/** Throws MarketError if another command is in the middle of something with this market. */
export async function throwIfBusy(
  deployment: Deployment,
  { number, name }: MarketRow,
  kind?: OperationKind,
): Promise<void> {
  const open = await findOpenOperation(deployment, number);
  if (open !== undefined && open.kind !== kind)
    throw new MarketError(
      `${name} is in the middle of '${open.kind}' (step ${open.step}). Run that command again first; it continues there.`,
    );
}

/** Runs what is left of the open operation of a market, and ends it. A failure is recorded, and the next run resumes. */
export async function runOperation<State extends object>(
  deployment: Deployment,
  market: Pick<MarketRow, 'number' | 'name'>,
  steps: readonly Step<State>[],
): Promise<State> {
  return withMarketLock(deployment, market, async () => {
    const open = await findOpenOperation<State>(deployment, market.number);
    if (open === undefined) throw new MarketError(`Nothing is left to do for ${market.name}.`);
    const first = steps.findIndex(({ name }) => name === open.step);
    let state = open.state;
    for (const step of steps.slice(Math.max(first, 0)))
      state = await runStep(deployment, open.id, step, state);
    await deployment.control.query(
      'UPDATE control.operations SET ended_at = $2, error = NULL WHERE id = $1',
      [open.id, deployment.now()],
    );
    return state;
  });
}

async function runStep<State extends object>(
  { control, atStep }: Deployment,
  id: number,
  { name, run }: Step<State>,
  state: State,
): Promise<State> {
  const store = (values: State) =>
    control.query('UPDATE control.operations SET step = $2, state = $3, error = NULL WHERE id = $1', [
      id,
      name,
      JSON.stringify(values),
    ]);
  await store(state);
  try {
    await atStep(name, 'before');
    const after = { ...state, ...(await run(state)) };
    await store(after);
    await atStep(name, 'after');
    return after;
  } catch (error) {
    await control
      .query('UPDATE control.operations SET error = $2 WHERE id = $1', [id, (error as Error).message])
      .catch(() => undefined);
    throw error;
  }
}

/** One command at a time works on a market; the lock ends with its connection. */
export const withMarketLock = <T>(
  deployment: Deployment,
  { number, name }: Pick<MarketRow, 'number' | 'name'>,
  work: () => Promise<T>,
): Promise<T> => withLock(deployment, { lock: FIRST_LOCK + number, subject: name }, work);

/** One command at a time carries out what operators have asked for. */
export const withRequestsLock = <T>(deployment: Deployment, work: () => Promise<T>): Promise<T> =>
  withLock(deployment, { lock: FIRST_LOCK, subject: 'the requests' }, work);

async function withLock<T>(
  { control }: Deployment,
  { lock, subject }: { lock: number; subject: string },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  while (!(await trySessionLock(control, lock))) {
    if (performance.now() > deadline) throw new MarketError(`Another command is working on ${subject}.`);
    await pause(LOCK_POLL_MS);
  }
  try {
    return await work();
  } finally {
    await releaseSessionLock(control, lock).catch(() => undefined);
  }
}

/** A transaction of the directory. */
export async function inDirectory<T>({ control }: Deployment, work: () => Promise<T>): Promise<T> {
  await control.query('BEGIN');
  try {
    // Names, hosts and numbers are given to one command at a time.
    await control.query('LOCK TABLE control.markets IN SHARE ROW EXCLUSIVE MODE');
    const result = await work();
    await control.query('COMMIT');
    return result;
  } catch (error) {
    await control.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
