import { desc, eq, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { findRolesOfUsers } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Orm } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { CaseDetail } from '../../case-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import { bookMeasures, MAX_COMPLAINTS } from '../../rules.ts';
import { canDecideAppeal } from '../appeals/list-appeals.ts';
import { isAbout, isInReview, isOwnCaseOf } from '../measures/lock-case.ts';
import { listEarlierMeasures, listMeasuresOfCase } from '../measures/staff-measures.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { caseEvents, cases } from '../table.ts';
import { readFacts } from './list-cases.ts';
import { type JoinedCase, selectCases, toCaseSummary } from './select-cases.ts';

type Context = Pick<ModerationContext, 'database' | 'clock' | 'sources'>;

const MAX_EVENTS = 200;

/** A case with all that staff decide it by. Throws 'case-not-found', and 'own-case' of one about the reader. */
export async function readCase(context: Context, actor: Actor, caseId: string): Promise<CaseDetail> {
  const { sources, clock } = context;
  const now = clock.now();
  const { orm } = context.database;
  const [row] = await selectCases(orm).where(eq(cases.id, caseId));
  if (row === undefined) throw moderationProblem('case-not-found');
  // It names who has reported.
  if (await isAbout(orm, row, actor.id)) throw moderationProblem('own-case');
  const facts = await readFacts(context, actor.id, [caseId]);
  const complaints: CaseDetail['complaints'] = [];
  for (const source of sources) complaints.push(...(await source.list(orm, caseId, MAX_COMPLAINTS)));
  const book = await findBook(orm, row);
  const { userId } = row;
  const summary = toCaseSummary(row, facts);
  const { appeal } = summary;
  const person = userId === null ? null : await findPerson(orm, userId, now);
  return {
    ...summary,
    appeal: appeal && { ...appeal, canDecide: await canDecideAppeal(context, actor, appeal.id) },
    book: book && toCaseBook(book),
    text: row.message ?? row.review?.text ?? null,
    personFacts: person?.facts ?? null,
    reservedTrades: person?.reservedTrades ?? 0,
    complaints: complaints.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).slice(-MAX_COMPLAINTS),
    history: await listHistory(orm, caseId),
    measures: await listMeasuresOfCase(orm, caseId),
    earlierMeasures: userId === null ? [] : await listEarlierMeasures(orm, { userId, exceptCaseId: caseId }),
    allowed: await listAllowed(context, { row, actor, book, now }),
    hasSale: row.state !== 'closed' && (await hasSale(sources, orm, caseId)),
  };
}

/** The listing of a case; of a message the one that it is about. */
async function findBook(orm: Orm, { targetKind, targetId }: JoinedCase) {
  if (targetKind !== 'book' && targetKind !== 'message') return null;
  const id =
    targetKind === 'book'
      ? sql`${targetId}::uuid`
      : sql`(select c.book_id from messages m join conversations c on c.id = m.conversation_id
          where m.id = ${targetId}::uuid)`;
  const [book] = await orm
    .select({
      id: books.id,
      title: books.title,
      price: books.price,
      images: books.images,
      description: books.description,
      author: books.author,
      isbn: books.isbn,
      subject: books.subject,
      hiddenBy: books.hiddenBy,
      deletedAt: books.deletedAt,
      createdAt: books.createdAt,
    })
    .from(books)
    .where(eq(books.id, id));
  return book ?? null;
}

type FoundBook = NonNullable<Awaited<ReturnType<typeof findBook>>>;

const isWaiting = ({ hiddenBy, deletedAt }: Pick<FoundBook, 'hiddenBy' | 'deletedAt'>): boolean =>
  deletedAt === null && hiddenBy.includes('review');

const toCaseBook = ({ images, hiddenBy, deletedAt, createdAt, ...book }: FoundBook): CaseDetail['book'] => ({
  ...book,
  description: (deletedAt === null && book.description) || '',
  image: images[0] ?? null,
  photos: deletedAt === null ? images : [],
  isHidden: hiddenBy.length > 0,
  isWaiting: isWaiting({ hiddenBy, deletedAt }),
  isDeleted: deletedAt !== null,
  createdAt: createdAt.toISOString(),
});

async function findPerson(orm: Orm, userId: string, now: Date) {
  const [person] = await orm
    .select({
      createdAt: users.createdAt,
      pausedUntil: users.pausedUntil,
      confirmedSales: sql<number>`(select count(*)::int from confirmed_sales c
        where c.seller_id = users.id and c.counts)`,
      reservedTrades: sql<number>`(select count(*)::int from conversations v
        join reservations r on r.conversation_id = v.id and r.state = 'active'
        where v.seller_id = users.id or v.buyer_id = users.id)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (person === undefined) return null;
  const { createdAt, pausedUntil, confirmedSales, reservedTrades } = person;
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return {
    facts: {
      createdAt: createdAt.toISOString(),
      confirmedSales,
      pausedUntil: isPaused ? pausedUntil.toISOString() : null,
    },
    reservedTrades,
  };
}

async function listHistory(orm: Orm, caseId: string): Promise<CaseDetail['history']> {
  const rows = await orm
    .select({ event: caseEvents, name: users.name })
    .from(caseEvents)
    .leftJoin(users, eq(users.id, caseEvents.actorId))
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(desc(caseEvents.at), desc(caseEvents.sequence))
    .limit(MAX_EVENTS);
  return rows.toReversed().map(({ event: { kind, actorId, measureId, note, at }, name }) => ({
    kind,
    by: actorId === null ? null : { id: actorId, name },
    measureId,
    note,
    at: at.toISOString(),
  }));
}

async function hasSale(sources: ModerationContext['sources'], orm: Orm, caseId: string): Promise<boolean> {
  for (const source of sources) if (await source.hasSale?.(orm, caseId)) return true;
  return false;
}

type Reading = { row: JoinedCase; actor: Actor; book: FoundBook | null; now: Date };

/** What the reader may do. The statements that do it decide again. */
async function listAllowed(
  { database, sources }: Pick<Context, 'database' | 'sources'>,
  { row, actor, book, now }: Reading,
): Promise<CaseDetail['allowed']> {
  const { state, userId, takenBy, review } = row;
  const isAdmin = actor.roles.includes('admin');
  if (state === 'closed') return [];
  const isMine = takenBy === actor.id;
  const release = state === 'in-review' && (isMine || isAdmin) ? (['release'] as const) : [];
  if (!isMine && (await isInReview(database.orm, row, now))) return [...release];
  if (await isOwnCaseOf({ sources }, database.orm, { found: row, actor, now })) return [...release];
  const take = isMine ? [] : (['take'] as const);
  // Its answer comes first.
  if (row.appeal !== null) return [...release, ...take];
  // The case of a listing that waits ends with an approval or a measure.
  const canClose = !(row.isFirstListing && book !== null && isWaiting(book));
  const allowed: CaseDetail['allowed'] = [...release, ...(canClose ? (['close'] as const) : []), ...take];
  if (row.isFirstListing && userId !== null) allowed.push('approve');
  const roles = (userId !== null && (await findRolesOfUsers(database.orm, [userId])).get(userId)) || [];
  if (roles.length > 0 && !isAdmin) return allowed;
  if (review?.removedAt === null) allowed.push('remove-review');
  if (row.targetKind === 'book' && book !== null && book.deletedAt === null)
    allowed.push(...bookMeasures.filter((kind) => !isDone(kind, book)));
  if (userId !== null) allowed.push('warn', 'pause');
  if (userId !== null && isAdmin && !roles.includes('admin')) allowed.push('delete');
  return allowed;
}

const isDone = (kind: (typeof bookMeasures)[number], { hiddenBy }: FoundBook): boolean =>
  hiddenBy.includes('removal') || (kind === 'hide' && hiddenBy.includes('measure'));
