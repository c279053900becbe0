import { addPlace, listPlaces } from '#features/meetings/server/places/change-places.ts';
import type { Database } from '#platform/server/database/database.ts';

const demoPlaces = [
  { name: 'Library entrance', hint: 'Inside, by the returns desk. Staffed.' },
  { name: 'Student Union café', hint: 'Busy until 20:00' },
  { name: 'Sports hall, front desk', hint: 'Cameras, open on weekends' },
  { name: 'Security office, Gate 2', hint: 'Open day and night' },
];

/** Adds the safe places. Those of an interrupted start are still there. */
export async function seedPlaces(database: Database, now: Date): Promise<void> {
  if ((await listPlaces(database.orm)).length > 0) return;
  for (const place of demoPlaces) await addPlace(database, { ...place, actorId: null, now });
}
