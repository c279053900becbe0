import { and, asc, eq, max, ne, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Orm, Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { meetingProblem, type Place, type PlaceInput } from '../../contract.ts';
import { MAX_PLACES } from '../../rules.ts';
import { places } from '../table.ts';

const lockPlaces = createSingleLock('places');

type By = { actorId: string | null; now: Date };

/** Changes a place in a transaction with its audit entry. Changes wait for each other. */
const changePlace = <T>(
  database: Database,
  { id, actorId, now }: By & { id: string },
  action: 'place-added' | 'place-edited' | 'place-deleted',
  change: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await lockPlaces(tx);
    const changed = await change(tx);
    await recordAdminAction(tx, { actorId, action, target: { kind: 'place', id }, now });
    return changed;
  });

const isNamed = (name: string) => sql`lower(${places.name}) = lower(${name})`;

/** Adds a place as the last one; without an actor for the demo. Throws 'too-many-places', 'place-exists'. */
export function addPlace(database: Database, { name, hint, ...by }: PlaceInput & By): Promise<Place> {
  const place = { id: newId(by.now), name, hint };
  return changePlace(database, { ...by, id: place.id }, 'place-added', async (tx) => {
    if ((await tx.$count(places)) >= MAX_PLACES) throw meetingProblem('too-many-places');
    if ((await tx.$count(places, isNamed(name))) > 0) throw meetingProblem('place-exists');
    const [last] = await tx.select({ position: max(places.position) }).from(places);
    const position = (last?.position ?? -1) + 1;
    await tx.insert(places).values({ ...place, position, createdAt: by.now });
    return place;
  });
}

/** Throws 'place-not-found', 'place-exists'. */
export function editPlace(
  database: Database,
  { name, hint, ...by }: PlaceInput & By & { id: string },
): Promise<Place> {
  const { id } = by;
  return changePlace(database, by, 'place-edited', async (tx) => {
    if ((await tx.$count(places, and(isNamed(name), ne(places.id, id)))) > 0)
      throw meetingProblem('place-exists');
    const changed = await tx.update(places).set({ name, hint }).where(eq(places.id, id)).returning();
    if (changed.length === 0) throw meetingProblem('place-not-found');
    return { id, name, hint };
  });
}

/** Throws 'place-not-found'. */
export const deletePlace = (database: Database, by: By & { id: string }): Promise<{ deleted: true }> =>
  changePlace(database, by, 'place-deleted', async (tx) => {
    const deleted = await tx.delete(places).where(eq(places.id, by.id)).returning();
    if (deleted.length === 0) throw meetingProblem('place-not-found');
    return { deleted: true };
  });

/** `ids`: of all places. Throws 'places-changed'. */
export async function orderPlaces(
  database: Database,
  { ids, actorId, now }: By & { ids: string[] },
): Promise<Place[]> {
  return database.transaction(async (tx) => {
    await lockPlaces(tx);
    const current = await listPlaces(tx);
    const isWhole = ids.length === current.length && new Set(ids).size === ids.length;
    if (!isWhole || current.some(({ id }) => !ids.includes(id))) throw meetingProblem('places-changed');
    if (current.every(({ id }, position) => ids[position] === id)) return current;
    await tx.execute(sql`UPDATE ${places} p SET position = o.position - 1
      FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS o(id, position) WHERE p.id = o.id`);
    await recordAdminAction(tx, { actorId, action: 'places-ordered', details: { places: ids.length }, now });
    return listPlaces(tx);
  });
}

/** All places in their order. */
export const listPlaces = (reader: Orm | Transaction): Promise<Place[]> =>
  reader
    .select({ id: places.id, name: places.name, hint: places.hint })
    .from(places)
    .orderBy(asc(places.position), asc(places.id));
