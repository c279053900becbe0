import { and, eq, ne, sql } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { CaseEventKind } from '../../case-events.ts';
import type { CaseTarget } from '../../rules.ts';
import { lockPerson } from '../measures/lock-case.ts';
import { caseEvents, cases } from '../table.ts';
import { waitingAppealSql } from '../appeals/waiting-appeal-sql.ts';

const lockTarget = createKeyedLock('case of');

type CaseAddition = {
  target: CaseTarget;
  /** The user responsible; null for a page. */
  userId: string | null;
  /** What came in; null: nothing, the caller adds what is done. */
  kind: CaseEventKind | null;
  isFirstListing?: boolean;
  now: Date;
};

/** Adds what came in to the case of its object, which it opens, also again. The caller publishes `caseChanged`. */
export async function addToCase(
  tx: Transaction,
  { target, userId, kind, isFirstListing = false, now }: CaseAddition,
): Promise<{ caseId: string }> {
  // Users are locked before cases, as where one is deleted.
  await lockPerson(tx, userId);
  await lockTarget(tx, `${target.kind} ${target.id}`);
  const [added] = await tx
    .insert(cases)
    .values({
      id: newId(now),
      targetKind: target.kind,
      targetId: target.id,
      userId,
      isFirstListing,
      openedAt: now,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [cases.targetKind, cases.targetId],
      set: {
        userId,
        isFirstListing: sql`${cases.isFirstListing} or ${isFirstListing}`,
        state: sql`case ${cases.state} when 'closed' then 'open' else ${cases.state} end`,
        openedAt: sql`case ${cases.state} when 'closed' then ${now} else ${cases.openedAt} end`,
        closedAt: null,
        takenBy: sql`case ${cases.state} when 'closed' then null else ${cases.takenBy} end`,
        takenAt: sql`case ${cases.state} when 'closed' then null else ${cases.takenAt} end`,
      },
    })
    .returning({ id: cases.id });
  if (kind !== null) await addCaseEvent(tx, { caseId: added!.id, kind, at: now });
  return { caseId: added!.id };
}

type CaseEvent = {
  caseId: string;
  kind: CaseEventKind;
  actorId?: string | null;
  measureId?: string | null;
  note?: string;
  at: Date;
};

export async function addCaseEvent(tx: Transaction, event: CaseEvent): Promise<void> {
  await tx.insert(caseEvents).values({ id: newId(event.at), ...event });
}

/** Closes a case. False if it is closed already, or an appeal of it waits. */
export async function markCaseClosed(tx: Transaction, caseId: string, now: Date): Promise<boolean> {
  const closed = await tx
    .update(cases)
    .set({ state: 'closed', closedAt: now, isFirstListing: false })
    .where(
      and(eq(cases.id, caseId), ne(cases.state, 'closed'), sql`not ${waitingAppealSql(sql`${cases.id}`)}`),
    )
    .returning({ id: cases.id });
  return closed.length > 0;
}
