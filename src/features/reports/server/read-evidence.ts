import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Evidence } from '#features/moderation/case-schemas.ts';
import { type ReportedSale, waitingAppealSql } from '#features/moderation/server/public.ts';
import { namedSales } from '#features/trades/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import { MAX_EVIDENCE_MESSAGES } from '../rules.ts';
import { reports } from './table.ts';

type Sale = NonNullable<Evidence['sale']>;

/** The sale between a reporter of a case and its person, and what they wrote about its book. */
export async function findReportedSale(tx: Transaction, caseId: string): Promise<ReportedSale | null> {
  const found = await findSaleOfCase(tx, caseId);
  if (found === undefined) return null;
  const { bookId, title, at, conversationId, kind, userId, ...parts } = found;
  const messages = await listTexts(tx, conversationId);
  const sale = { ...parts, book: { id: bookId, title }, at: new Date(at).toISOString(), messages };
  return { sale, kind, userId };
}

/** Whether a report is one that is decided now: open, or what led to a measure whose appeal waits. */
const isInQuestion = (report: SQL): SQL =>
  sql`(${report}.status = 'open' or ${waitingAppealSql(sql`${report}.case_id`)})`;

/** One of the two sold a book to the other. */
const isBetween = (sale: SQL, one: SQL, other: SQL): SQL =>
  sql`(${sale}.seller_id, ${sale}.buyer_id) in ((${one}, ${other}), (${other}, ${one}))`;

/** Whether the two have a confirmed sale, or one that its buyer denies. */
const hasSaleBetween = (one: SQL, other: SQL): SQL<boolean> => sql<boolean>`(
  exists (select from confirmed_sales c where c.book_id is not null and ${isBetween(sql`c`, one, other)})
  or exists (select from ${namedSales} n where n.state = 'denied' and ${isBetween(sql`n`, one, other)}))`;

/** Whether one who reported has a sale with the person of a case. */
export async function hasReportedSale(orm: Orm, caseId: string): Promise<boolean> {
  const hasSale = hasSaleBetween(sql`reports.reporter_id`, sql`reports.user_id`);
  const isOfCase = and(eq(reports.caseId, caseId), isInQuestion(sql`reports`));
  return (await orm.$count(reports, and(isOfCase, hasSale))) > 0;
}

type SaleRow = Pick<Sale, 'buyerId' | 'sellerId' | 'outcome'> &
  Record<'bookId' | 'title' | 'conversationId' | 'kind' | 'userId', string> & { at: Date | string };

/** The sale of the reported listing or message, else the newest. */
async function findSaleOfCase(tx: Transaction, caseId: string): Promise<SaleRow | undefined> {
  const isOfReport = (sale: SQL) => isBetween(sale, sql`r.reporter_id`, sql`r.user_id`);
  const { rows } = await tx.execute<SaleRow>(sql`
    select s.book_id as "bookId", b.title, s.seller_id as "sellerId", s.buyer_id as "buyerId",
      s.outcome, s.at, v.id as "conversationId", r.kind, r.user_id as "userId"
    from reports r
    left join messages m on m.id = r.message_id
    left join conversations mc on mc.id = m.conversation_id
    cross join lateral (
      select c.book_id, c.seller_id, c.buyer_id, c.confirmed_at as at,
        case when exists (select from ${namedSales} n where n.id = c.id) then 'buyer' else 'code' end as outcome
      from confirmed_sales c where ${isOfReport(sql`c`)}
      union all
      select n.book_id, n.seller_id, n.buyer_id, n.answered_at, 'denied'
      from ${namedSales} n where n.state = 'denied' and ${isOfReport(sql`n`)}
    ) s
    join books b on b.id = s.book_id
    join conversations v on v.book_id = s.book_id and v.buyer_id = s.buyer_id
    where r.case_id = ${caseId} and ${isInQuestion(sql`r`)}
    order by coalesce(s.book_id = coalesce(r.book_id, mc.book_id), false) desc, s.at desc
    limit 1`);
  return rows[0];
}

/** The newest texts of a conversation, in order. Offers tell the price, which concerns the two alone. */
async function listTexts(tx: Transaction, conversationId: string): Promise<Sale['messages']> {
  const { rows } = await tx.execute<{ id: string; senderId: string; content: string; at: Date | string }>(sql`
    select id, sender_id as "senderId", content, created_at as at from messages
    where conversation_id = ${conversationId} and message_type = 'text' and not is_withheld
    order by seq desc limit ${MAX_EVIDENCE_MESSAGES}`);
  return rows.reverse().map(({ at, ...message }) => ({ ...message, createdAt: new Date(at).toISOString() }));
}
