import { type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { conversations, messages } from '#features/conversations/server/table.ts';
import { offers, reservations } from '#features/trades/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { NO_REPLY_AFTER_MS, REPLY_PERIOD_MS, toReplyTime } from '../rules.ts';
import { replyTimes } from './table.ts';

/**
 * Measured again at once, one more message would tell of the others. Half an hour less than a day, so that an early
 * hourly run is the 24th, not the 25th.
 */
const MEASURE_AGAIN_MS = 23.5 * HOUR_MS;

/** The most sellers of one run; those measured longest ago come first. */
const MAX_SELLERS = 2_000;

const BATCH_SIZE = 100;

/** The newest conversations of each seller, and the first messages of each, which bound the work. */
const MAX_CONVERSATIONS = 100;
const MAX_MESSAGES = 100;

/** Measures how soon sellers reply, if not measured for a day. The next run makes up for a missed one. */
export async function measureReplies({ orm }: Pick<Database, 'orm'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - REPLY_PERIOD_MS);
  const measuredUntil = new Date(now.getTime() - MEASURE_AGAIN_MS);
  const sellerIds = await findDueSellers({ orm }, measuredUntil, since);
  for (let start = 0; start < sellerIds.length; start += BATCH_SIZE) {
    const batch = sellerIds.slice(start, start + BATCH_SIZE);
    const { rows } = await orm.execute<Wait>(waitsSql(batch, now, since));
    await saveReplyTimes({ orm }, batch, rows, now);
  }
  await orm.execute(sql`DELETE FROM ${replyTimes} t
    WHERE t.measured_at <= ${measuredUntil} AND NOT EXISTS (${recentConversation(sql`t.user_id`, since)})`);
}

const recentConversation = (userId: SQL, since: Date): SQL =>
  sql`SELECT FROM ${conversations} c WHERE c.seller_id = ${userId} AND c.last_message_at > ${since}`;

async function findDueSellers(
  { orm }: Pick<Database, 'orm'>,
  measuredUntil: Date,
  since: Date,
): Promise<string[]> {
  const { rows } = await orm.execute<{ id: string }>(sql`
    SELECT u.id FROM ${users} u LEFT JOIN ${replyTimes} t ON t.user_id = u.id
    WHERE (t.user_id IS NULL OR t.measured_at <= ${measuredUntil})
      AND EXISTS (${recentConversation(sql`u.id`, since)})
    ORDER BY t.measured_at NULLS FIRST, u.id LIMIT ${MAX_SELLERS}`);
  return rows.map(({ id }) => id);
}

/** When a buyer first wrote to a seller, and the reply; null: none in time. */
type Wait = { seller_id: string; written_at: string; replied_at: string | null };

/**
 * The newest wait of each buyer of these sellers, accounts of one mailbox being one buyer. A reply is a message, a
 * reservation or a declined offer. What a block withholds needs none, event messages do not count, and a message
 * that may still be replied to in time does not count yet.
 */
const waitsSql = (sellerIds: readonly string[], now: Date, since: Date): SQL => sql`
  SELECT DISTINCT ON (s.seller_id, u.mailbox) s.seller_id, w.written_at, w.replied_at
  FROM unnest(${sql.param(sellerIds)}::uuid[]) s (seller_id)
  JOIN LATERAL (
    SELECT c.id, c.buyer_id, first.at AS written_at, least(
      (SELECT min(m.created_at) FROM ${messages} m WHERE m.conversation_id = c.id AND m.sender_id = c.seller_id
        AND m.message_type <> 'event' AND m.seq > first.seq AND m.seq <= first.seq + ${MAX_MESSAGES}),
      (SELECT min(r.created_at) FROM ${reservations} r
        WHERE r.conversation_id = c.id AND r.created_at >= first.at),
      (SELECT min(o.ended_at) FROM ${offers} o WHERE o.conversation_id = c.id AND o.receiver_id = c.seller_id
        AND o.state = 'declined' AND o.end_reason IS NULL AND o.ended_at >= first.at)) AS replied_at
    FROM (SELECT id, seller_id, buyer_id FROM ${conversations}
      WHERE seller_id = s.seller_id AND last_message_at > ${since} AND created_at > ${since}
      ORDER BY last_message_at DESC, id DESC LIMIT ${MAX_CONVERSATIONS}) c
    CROSS JOIN LATERAL (SELECT m.seq, m.created_at AS at FROM ${messages} m
      WHERE m.conversation_id = c.id AND m.sender_id = c.buyer_id AND m.message_type <> 'event'
        AND NOT m.is_withheld AND m.seq <= ${MAX_MESSAGES} ORDER BY m.seq LIMIT 1) first
  ) w ON w.replied_at IS NOT NULL OR w.written_at < ${new Date(now.getTime() - NO_REPLY_AFTER_MS)}
  JOIN ${users} u ON u.id = w.buyer_id
  ORDER BY s.seller_id, u.mailbox, w.written_at DESC, w.id DESC`;

async function saveReplyTimes(
  { orm }: Pick<Database, 'orm'>,
  sellerIds: readonly string[],
  waits: Wait[],
  now: Date,
): Promise<void> {
  const waitsOf = Map.groupBy(waits, ({ seller_id }) => seller_id);
  const measured = sellerIds.map((userId) => ({
    userId,
    usuallyAnswers: toReplyTime((waitsOf.get(userId) ?? []).map(toDelay)),
  }));
  // Joined with the users: one may have left meanwhile.
  await orm.execute(sql`INSERT INTO ${replyTimes} (user_id, usually_answers, measured_at)
    SELECT u.id, t."usuallyAnswers", ${now}
    FROM jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) AS t("userId" uuid, "usuallyAnswers" text)
    JOIN ${users} u ON u.id = t."userId"
    ON CONFLICT (user_id) DO UPDATE
      SET usually_answers = excluded.usually_answers, measured_at = excluded.measured_at`);
}

const toDelay = ({ written_at: writtenAt, replied_at: repliedAt }: Wait): number =>
  repliedAt === null ? Infinity : new Date(repliedAt).getTime() - new Date(writtenAt).getTime();
