import { and, asc, eq, max, ne, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Orm, Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { meetingProblem, type Place, type PlaceInput } from '../../contract.ts';
import { MAX_PLACES } from '../../rules.ts';
import { places } from '../table.ts';

/** Changes wait for each other. */
const lockPlaces = createSingleLock('places');

type By = { actorId: string | null; now: Date };

const isNamed = (name: string) => sql`lower(${places.name}) = lower(${name})`;

/** Adds a place as the last one; without an actor for the demo. Throws 'too-many-places', 'place-exists'. */
export async function addPlace(
  database: Database,
  { name, hint, actorId, now }: PlaceInput & By,
): Promise<Place> {
  return database.transaction(async (tx) => {
    await lockPlaces(tx);
    if ((await tx.$count(places)) >= MAX_PLACES) throw meetingProblem('too-many-places');
    if ((await tx.$count(places, isNamed(name))) > 0) throw meetingProblem('place-exists');
    const [last] = await tx.select({ position: max(places.position) }).from(places);
    const place = { id: newId(now), name, hint };
    const position = (last?.position ?? -1) + 1;
    await tx.insert(places).values({ ...place, position, createdAt: now });
    const target = { kind: 'place', id: place.id } as const;
    await recordAdminAction(tx, { actorId, action: 'place-added', target, now });
    return place;
  });
}

/** Throws 'place-not-found', 'place-exists'. */
export async function editPlace(
  database: Database,
  { id, name, hint, actorId, now }: PlaceInput & By & { id: string },
): Promise<Place> {
  return database.transaction(async (tx) => {
    await lockPlaces(tx);
    if ((await tx.$count(places, and(isNamed(name), ne(places.id, id)))) > 0)
      throw meetingProblem('place-exists');
    const changed = await tx.update(places).set({ name, hint }).where(eq(places.id, id)).returning();
    if (changed.length === 0) throw meetingProblem('place-not-found');
    const target = { kind: 'place', id } as const;
    await recordAdminAction(tx, { actorId, action: 'place-edited', target, now });
    return { id, name, hint };
  });
}

/** Throws 'place-not-found'. */
export async function deletePlace(
  database: Database,
  { id, actorId, now }: By & { id: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockPlaces(tx);
    const deleted = await tx.delete(places).where(eq(places.id, id)).returning();
    if (deleted.length === 0) throw meetingProblem('place-not-found');
    const target = { kind: 'place', id } as const;
    await recordAdminAction(tx, { actorId, action: 'place-deleted', target, now });
  });
}

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
