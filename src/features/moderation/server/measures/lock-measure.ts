import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { measures } from '../table.ts';
import { type CaseRow, lockCase } from './lock-case.ts';
import { lockObjects } from './lock-objects.ts';
import type { MeasureRow } from './record-measure.ts';

export type LockedMeasure = { measure: MeasureRow; found: CaseRow };

/** Locks the user and the listings that a measure changes, then its case and itself. Null if there is no such measure. */
export async function lockMeasure(tx: Transaction, id: string): Promise<LockedMeasure | null> {
  const isWanted = eq(measures.id, id);
  const { caseId, kind, bookId, userId } = measures;
  const [place] = await tx.select({ caseId, kind, bookId, userId }).from(measures).where(isWanted);
  if (place === undefined) return null;
  await lockObjects(tx, { ...place, hasListings: place.kind === 'pause' });
  // The case first, as where a measure is taken.
  const found = await lockCase(tx, place.caseId);
  const [measure] = await tx.select().from(measures).where(isWanted).for('no key update');
  return { measure: measure!, found };
}
