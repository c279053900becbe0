import { asc, eq, inArray } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { editionProblem } from '../../contract.ts';
import { workEditions } from '../table.ts';

type Decision = { actorId: string; now: Date };
type EditionRow = typeof workEditions.$inferSelect;

/**
 * Makes the works of two ISBNs one. No rule takes their editions apart again; a rule may add new ones. Throws
 * 'edition-not-found'.
 */
export async function joinWorks(
  database: Database,
  [isbn, other]: readonly [string, string],
  { actorId, now }: Decision,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [one, another] = [await getEdition(tx, isbn), await getEdition(tx, other)];
    if (one.workId === another.workId) return;
    const editions = await lockWorks(tx, [one.workId, another.workId]);
    const joined = editions.find(({ decision }) => decision === 'joined');
    await tx
      .update(workEditions)
      .set({ workId: joined?.workId ?? `joined:${newId(now)}`, decision: 'joined', updatedAt: now })
      .where(
        inArray(
          workEditions.isbn,
          editions.map((edition) => edition.isbn),
        ),
      );
    const details = { isbn, other, editions: editions.length };
    await recordAdminAction(tx, { actorId, action: 'works-joined', details, now });
  });
}

/** Makes an ISBN a work by itself, which no rule joins again. Throws 'edition-not-found', 'cannot-split-edition'. */
export async function splitEdition(
  database: Database,
  isbn: string,
  { actorId, now }: Decision,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { workId } = await getEdition(tx, isbn);
    const editions = await lockWorks(tx, [workId]);
    if (editions.length < 2) throw editionProblem('cannot-split-edition');
    await tx
      .update(workEditions)
      .set({ workId: `split:${isbn}`, decision: 'split', updatedAt: now })
      .where(eq(workEditions.isbn, isbn));
    const details = { isbn, editions: editions.length };
    await recordAdminAction(tx, { actorId, action: 'edition-split', details, now });
  });
}

async function getEdition(tx: Transaction, isbn: string): Promise<EditionRow> {
  const [found] = await tx.select().from(workEditions).where(eq(workEditions.isbn, isbn));
  if (found === undefined) throw editionProblem('edition-not-found');
  return found;
}

/** In one order: two decisions about the same works wait for each other. */
const lockWorks = (tx: Transaction, workIds: string[]): Promise<EditionRow[]> =>
  tx
    .select()
    .from(workEditions)
    .where(inArray(workEditions.workId, workIds))
    .orderBy(asc(workEditions.isbn))
    .for('no key update');
