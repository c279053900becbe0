import { asc } from 'drizzle-orm';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Place } from '../../contract.ts';
import { places } from '../table.ts';

/** All places in their order. */
export const listPlaces = (reader: Orm | Transaction): Promise<Place[]> =>
  reader
    .select({ id: places.id, name: places.name, hint: places.hint })
    .from(places)
    .orderBy(asc(places.position), asc(places.id));
