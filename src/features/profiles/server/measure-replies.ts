import { type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/public.ts';
import { conversations, messages } from '#features/conversations/server/public.ts';
import { offers, reservations } from '#features/offers/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { NO_REPLY_AFTER_MS, REPLY_PERIOD_MS, toReplyTime } from '../rules.ts';
import { replyTimes } from './table.ts';

/** Sellers per statement. */
const BATCH_SIZE = 100;

/** The newest conversations of each seller, and the first messages of each, which bound the work. */
const MAX_CONVERSATIONS = 100;
const MAX_MESSAGES = 100;

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Measures how soon sellers reply, in batches of sellers. Rows that are no longer right are deleted at the
 * end, so that an interrupted run deletes none.
 */
export async function measureReplies({ orm }: Pick<Database, 'orm'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - REPLY_PERIOD_MS);
  let last = NIL_UUID;
  for (;;) {
    const { rows } = await orm.execute<Wait>(waitsSql(last, since));
    const waits = Map.groupBy(rows, ({ seller_id }) => seller_id);
    await saveReplyTimes({ orm }, waits, now);
    if (waits.size < BATCH_SIZE) break;
    last = rows.at(-1)!.seller_id;
  }
  await orm.execute(sql`DELETE FROM ${replyTimes} WHERE measured_at < ${now}`);
}

/** When a buyer first wrote to a seller, and the reply; both null for a seller without conversations. */
type Wait = { seller_id: string; written_at: string | null; replied_at: string | null };

/**
 * The waits of the next sellers. A reply is a message, a reservation or a declined offer. What a block
 * withholds from the seller needs none, and a line that tells of an event is no message of its sender.
 */
const waitsSql = (lastSeller: string, since: Date): SQL => sql`SELECT s.seller_id, w.written_at, w.replied_at
  FROM (SELECT DISTINCT seller_id FROM ${conversations}
    WHERE seller_id > ${lastSeller} ORDER BY seller_id LIMIT ${BATCH_SIZE}) s
  LEFT JOIN LATERAL (
    SELECT first.at AS written_at, least(
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
  ) w ON true ORDER BY s.seller_id`;

async function saveReplyTimes(
  { orm }: Pick<Database, 'orm'>,
  waits: Map<string, Wait[]>,
  now: Date,
): Promise<void> {
  const measured = [...waits].flatMap(([userId, ofSeller]) => {
    const usuallyAnswers = toReplyTime(ofSeller.flatMap((wait) => toDelays(wait, now)));
    return usuallyAnswers === null ? [] : [{ userId, usuallyAnswers }];
  });
  // Joined with the users: one may have left meanwhile.
  await orm.execute(sql`INSERT INTO ${replyTimes} (user_id, usually_answers, measured_at)
    SELECT u.id, t."usuallyAnswers", ${now}
    FROM jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) AS t("userId" uuid, "usuallyAnswers" text)
    JOIN ${users} u ON u.id = t."userId"
    ON CONFLICT (user_id) DO UPDATE
      SET usually_answers = excluded.usually_answers, measured_at = excluded.measured_at`);
}

/** None for a message that may still be replied to in time. */
function toDelays({ written_at: writtenAt, replied_at: repliedAt }: Wait, now: Date): number[] {
  if (writtenAt === null) return [];
  const written = new Date(writtenAt).getTime();
  if (repliedAt !== null) return [new Date(repliedAt).getTime() - written];
  return now.getTime() - written > NO_REPLY_AFTER_MS ? [Infinity] : [];
}
