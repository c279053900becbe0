import { and, eq } from 'drizzle-orm';
import { userChanged } from '#features/accounts/server/public.ts';
import { UNDO_WINDOW_MS } from '#features/books/rules.ts';
import { bookChanged, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import { hideBooks } from '#features/books/server/hidden/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { MeasureInput } from '../../measure-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import { isForbidden, isListing, isOnListing } from '../../rules.ts';
import { caseChanged } from '../case-hooks.ts';
import { addCaseEvent } from '../cases/add-to-case.ts';
import { sendDecision } from '../decisions/send-statements.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases, measures } from '../table.ts';
import {
  type CaseRow,
  type Decider,
  lockCaseToDecide,
  lockPerson,
  type Person,
  throwIfCannotMeasure,
} from './lock-case.ts';
import { lockObjects } from './lock-objects.ts';
import { findCauses, type MeasureRow, recordMeasure } from './record-measure.ts';

/** Of a listing, or of a person who stays. */
type Measure = Omit<MeasureInput, 'kind'> & { kind: Exclude<MeasureInput['kind'], 'delete'> };

type Taking = { actor: Decider; caseId: string; input: Measure; now: Date };

/**
 * Takes a measure on the listing or the person of a case, sends its statement, and closes the case. Throws
 * the errors of `lockCaseToDecide`, 'cannot-measure-staff', 'invalid-measure'.
 */
export async function takeMeasure(
  context: ModerationContext,
  tx: Transaction,
  { actor, caseId, input, now }: Taking,
): Promise<MeasureRow> {
  await lockObjectsOf(tx, caseId, input.kind);
  const found = await lockCaseToDecide(context, tx, { caseId, actor, now });
  const causes = await findCauses(context, tx, found);
  const effect =
    input.kind === 'hide' || input.kind === 'remove'
      ? await measureListing(context, tx, found, { kind: input.kind, reason: input.reason, actor, now })
      : await measurePerson(context, tx, found, { input, actor, now });
  const { person, ...facts } = effect;
  const { kind, reason, note, internalNote } = input;
  const measure = await recordMeasure(context, tx, {
    measure: { caseId, kind, reason, note, internalNote, userId: person.id, ...causes, ...facts },
    actorId: actor.id,
    now,
  });
  await sendDecision(context, tx, { measure, person });
  context.events.publish(userChanged, { userId: person.id });
  return measure;
}

async function lockObjectsOf(tx: Transaction, caseId: string, kind: Measure['kind']): Promise<void> {
  const { targetKind, targetId, userId } = cases;
  const [place] = await tx.select({ targetKind, targetId, userId }).from(cases).where(eq(cases.id, caseId));
  if (place === undefined) throw moderationProblem('case-not-found');
  const bookId = isOnListing(kind) && isListing(place.targetKind) ? place.targetId : null;
  await lockObjects(tx, { userId: place.userId, bookId, hasListings: kind === 'pause' });
}

type Effect = { person: Person } & Pick<typeof measures.$inferInsert, 'bookId' | 'title' | 'days' | 'endsAt'>;

type ListingMeasure = Pick<Measure, 'reason'> & { kind: 'hide' | 'remove'; actor: Decider; now: Date };

async function measureListing(
  context: ModerationContext,
  tx: Transaction,
  { targetKind, targetId }: CaseRow,
  { kind, reason, actor, now }: ListingMeasure,
): Promise<Effect> {
  if (!isListing(targetKind)) throw moderationProblem('invalid-measure');
  const [book] = await tx.select().from(books).where(eq(books.id, targetId));
  if (book === undefined || book.hiddenBy.includes('removal')) throw moderationProblem('invalid-measure');
  if (kind === 'hide' && book.hiddenBy.includes('measure')) throw moderationProblem('invalid-measure');
  const person = await lockPerson(tx, book.sellerId);
  if (person === null) throw moderationProblem('invalid-measure');
  throwIfCannotMeasure(person, actor);
  if (book.deletedAt === null) await hideBooks(tx, [book.id], kind === 'hide' ? 'measure' : 'removal', now);
  else await endUndo(context, tx, { kind, bookId: book.id, deletedAt: book.deletedAt }, now);
  await context.works.assign(tx, [book.isbn], now);
  if (kind === 'remove' && book.deletedAt === null && isForbidden(reason))
    await context.bookHook(tx, { bookId: book.id, kind: 'forbidden' }, now);
  context.events.publish(bookChanged, { bookId: book.id, sellerId: book.sellerId });
  return { person, bookId: book.id, title: book.title };
}

/** A seller who has just deleted a listing could restore it: to remove it ends that. */
async function endUndo(
  { bookHook, works }: ModerationContext,
  tx: Transaction,
  { kind, bookId, deletedAt }: { kind: 'hide' | 'remove'; bookId: string; deletedAt: Date },
  now: Date,
): Promise<void> {
  const canRestore = deletedAt.getTime() > now.getTime() - UNDO_WINDOW_MS;
  if (kind === 'hide' || !canRestore) throw moderationProblem('invalid-measure');
  await permanentlyDeleteBooks(tx, { works, bookIds: [bookId] }, now);
  await bookHook(tx, { bookId, kind: 'deleted' }, now);
}

async function measurePerson(
  context: ModerationContext,
  tx: Transaction,
  { userId }: CaseRow,
  { input: { kind, days }, actor, now }: { input: Measure; actor: Decider; now: Date },
): Promise<Effect> {
  const person = await lockPerson(tx, userId);
  if (person === null) throw moderationProblem('invalid-measure');
  throwIfCannotMeasure(person, actor);
  if (kind !== 'pause') return { person };
  if (days === undefined) throw moderationProblem('invalid-measure');
  const until = new Date(now.getTime() + days * DAY_MS);
  const endsAt = await replacePauses(context, tx, { userId: person.id, until, now });
  for (const book of await context.pauseUser(tx, person.id, endsAt, now))
    context.events.publish(bookChanged, { bookId: book.id, sellerId: book.sellerId });
  return { person, days, endsAt };
}

/** A new pause takes the place of those that run: the later end wins. */
async function replacePauses(
  { events }: Pick<ModerationContext, 'events'>,
  tx: Transaction,
  { userId, until, now }: { userId: string; until: Date; now: Date },
): Promise<Date> {
  const replaced = await tx
    .update(measures)
    .set({ state: 'ended', endedAt: now })
    .where(and(eq(measures.userId, userId), eq(measures.kind, 'pause'), eq(measures.state, 'active')))
    .returning();
  for (const { id, caseId } of replaced) {
    await addCaseEvent(tx, { caseId, kind: 'measure-ended', measureId: id, at: now });
    events.publish(caseChanged, { caseId });
  }
  const ends = [until, ...replaced.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt]))];
  return new Date(Math.max(...ends.map((end) => end.getTime())));
}
