import { recordAdminAction } from '#features/audit/server/public.ts';
import type { AdminAction } from '#features/audit/rules.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { NeighborStore } from '#platform/server/markets/neighbor-store.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { neighborProblem, type NeighborList } from '../contract.ts';
import { type Coordinates, distanceKm, MAX_NEIGHBORS } from '../rules.ts';
import { type Relay, startSharing, stopSharing } from './share-listings.ts';

/** What neighbors call this campus, and where it is. */
export type CampusCard = { name: string; coordinates: Coordinates | null };

export type Management = {
  context: Pick<ServerContext, 'database' | 'clock' | 'log'>;
  store: NeighborStore | null;
  card: CampusCard;
  relay: Relay | null;
};

export async function listNeighbors({ context, store, card }: Management): Promise<NeighborList> {
  const hasCoordinates = card.coordinates !== null;
  if (store === null) return { isPossible: false, hasCoordinates, neighbors: [] };
  const neighbors = (await reach(context, store.list())).map(
    ({ host, name, coordinates, state, isOpen }) => ({
      host,
      name,
      distance: distanceKm(card.coordinates, coordinates),
      state,
      isOpen,
    }),
  );
  return { isPossible: true, hasCoordinates, neighbors };
}

type Choice = { actorId: string; host: string };

/** Throws 'neighbor-not-found', 'too-many-neighbors', 'neighbors-unavailable'. */
export async function proposeNeighbor(management: Management, { actorId, host }: Choice): Promise<void> {
  const store = requireStore(management);
  const result = await reach(management.context, introduce(management, store, host));
  if (result === 'unknown') throw neighborProblem('neighbor-not-found');
  if (result === 'too-many') throw neighborProblem('too-many-neighbors');
  const action = result === 'agreed' ? 'neighbor-confirmed' : 'neighbor-proposed';
  await share(management, { actorId, host, action });
}

async function introduce({ card }: Management, store: NeighborStore, host: string) {
  await store.putCard(card);
  return store.propose(host, MAX_NEIGHBORS);
}

/** Throws 'neighbor-not-found', 'neighbors-unavailable'. */
export async function confirmNeighbor(management: Management, { actorId, host }: Choice): Promise<void> {
  const store = requireStore(management);
  const confirming = store.putCard(management.card).then(() => store.confirm(host));
  if (!(await reach(management.context, confirming))) throw neighborProblem('neighbor-not-found');
  await share(management, { actorId, host, action: 'neighbor-confirmed' });
}

/** Throws 'neighbor-not-found', 'neighbors-unavailable'. */
export async function endNeighbor(management: Management, { actorId, host }: Choice): Promise<void> {
  const { context } = management;
  const store = requireStore(management);
  if (!(await reach(context, store.end(host)))) throw neighborProblem('neighbor-not-found');
  const isLast = (await reach(context, store.list())).length === 0;
  await record(management, { actorId, host, action: 'neighbor-ended' }, async (tx) => {
    if (isLast) await stopSharing(tx);
  });
}

type Recorded = Choice & { action: AdminAction };

async function share(management: Management, recorded: Recorded): Promise<void> {
  const now = management.context.clock.now();
  await record(management, recorded, (tx) => startSharing(tx, now));
  management.relay?.wake();
}

const record = (
  { context: { database, clock } }: Management,
  { actorId, host, action }: Recorded,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> =>
  database.transaction(async (tx) => {
    await work(tx);
    await recordAdminAction(tx, { actorId, action, details: { host }, now: clock.now() });
  });

function requireStore({ store }: Management): NeighborStore {
  if (store === null) throw neighborProblem('neighbor-not-found');
  return store;
}

async function reach<T>({ log }: Management['context'], answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    log.warn({ err: error }, 'the directory of the markets does not answer');
    throw neighborProblem('neighbors-unavailable');
  }
}
