import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { measures } from '../table.ts';
import { type CaseRow, lockCase } from './lock-case.ts';
import type { MeasureRow } from './record-measure.ts';

export type LockedMeasure = { measure: MeasureRow; found: CaseRow };

/** Locks a measure with its case. Null if there is none. */
export async function lockMeasure(tx: Transaction, id: string): Promise<LockedMeasure | null> {
  const isWanted = eq(measures.id, id);
  const [place] = await tx.select({ caseId: measures.caseId }).from(measures).where(isWanted);
  if (place === undefined) return null;
  // The case first, as where a measure is taken.
  const found = await lockCase(tx, place.caseId);
  const [measure] = await tx.select().from(measures).where(isWanted).for('no key update');
  return { measure: measure!, found };
}
