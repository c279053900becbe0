import { fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/server/database/database.ts';
import { blocks } from '#features/blocks/server/public.ts';
import { conversations, messages } from './table.ts';

export type NewMessage = {
  id: string;
  conversationId: string;
  senderId: string;
  content: string;
  clientMessageId: string;
  createdAt: Date;
};

/** `seq` is null if the message existed before, or if its sender has blocked the receiver. */
export type MessageWriteResult = {
  buyerId: string;
  sellerId: string;
  bookId: string;
  seq: number | null;
  youBlocked: boolean;
  /** Visible to the sender only: the receiver has blocked the sender. */
  isWithheld: boolean;
  /** The extension's `something`. */
  hasAlong: boolean;
};

/**
 * Further rows written by the statement that inserts a message: both are stored or neither, without another
 * round trip.
 */
export type MessageInsertExtension = {
  /** Part of the prepared statement's name. A connection refuses another text under the same name. */
  name: string;
  /**
   * Further parts of the statement's WITH. They read the one row of `sent`, the new message, which is absent
   * if the message is withheld. The same for every message.
   */
  parts: SQL;
  /** Over those parts: whether `written` is to be called after the commit. */
  something: SQL;
};

type Statement = { name: string; query: Query };

const dialect = new PgDialect();
const withoutAlong = {};
const statements = new WeakMap<object, Statement>();

/**
 * Inserts a message with the next `seq` and updates its conversation, in one named statement: six in a
 * transaction took three times as long. Returns undefined if the sender is no participant.
 */
export async function writeMessage(
  { pool }: Pick<Database, 'pool'>,
  message: NewMessage,
  along: MessageInsertExtension | undefined,
): Promise<MessageWriteResult | undefined> {
  const { name, query } = statementWith(along);
  const values = fillPlaceholders(query.params, { ...message, createdAt: message.createdAt.toISOString() });
  return (await pool.query<MessageWriteResult>({ name, text: query.sql, values })).rows[0];
}

/** Built once for all messages: building takes longer than the query. */
function statementWith(along: MessageInsertExtension | undefined): Statement {
  const key = along ?? withoutAlong;
  const known = statements.get(key);
  if (known !== undefined) return known;
  const name = along === undefined ? 'write-message' : `write-message-with-${along.name}`;
  const built = { name, query: dialect.sqlToQuery(buildStatement(along)) };
  statements.set(key, built);
  return built;
}

/** A value of the new message. */
const given = (name: keyof NewMessage) => sql.placeholder(name);

/** A concurrent message waits for the lock on the conversation's row, and then reads its last `seq` again. */
function buildStatement(along: MessageInsertExtension | undefined): SQL {
  return sql`WITH place AS MATERIALIZED (
      SELECT id, buyer_id, seller_id, book_id, last_seq,
        CASE WHEN buyer_id = ${given('senderId')}::uuid THEN seller_id ELSE buyer_id END AS receiver_id
      FROM ${conversations}
      WHERE id = ${given('conversationId')}::uuid AND (buyer_id = ${given('senderId')}::uuid OR seller_id = ${given('senderId')}::uuid)
      FOR NO KEY UPDATE),
    heard AS (
      SELECT place.*,
        EXISTS (SELECT FROM ${blocks} WHERE blocker_id = receiver_id AND blocked_id = ${given('senderId')}::uuid) AS is_withheld,
        EXISTS (SELECT FROM ${blocks} WHERE blocker_id = ${given('senderId')}::uuid AND blocked_id = receiver_id) AS you_blocked
      FROM place),
    written AS (
      INSERT INTO ${messages}
        (id, conversation_id, sender_id, receiver_id, content, message_type, seq, client_message_id, is_withheld, created_at)
      SELECT ${given('id')}::uuid, id, ${given('senderId')}::uuid, receiver_id, ${given('content')}::text, 'text', last_seq + 1,
        ${given('clientMessageId')}::uuid, is_withheld, ${given('createdAt')}::timestamptz
      FROM heard WHERE NOT you_blocked
      ON CONFLICT (conversation_id, sender_id, client_message_id) DO NOTHING
      RETURNING *),
    noted AS (
      UPDATE ${conversations} c SET last_seq = w.seq, last_message_id = w.id, last_message_content = w.content,
        last_message_sender_id = w.sender_id, last_message_at = w.created_at, last_message_is_withheld = w.is_withheld,
        buyer_unread = c.buyer_unread + (w.receiver_id = c.buyer_id AND NOT w.is_withheld)::int,
        seller_unread = c.seller_unread + (w.receiver_id = c.seller_id AND NOT w.is_withheld)::int
      FROM written w WHERE c.id = w.conversation_id),
    sent AS (SELECT * FROM written WHERE NOT is_withheld)${along === undefined ? sql`` : sql`, ${along.parts}`}
    SELECT heard.buyer_id AS "buyerId", heard.seller_id AS "sellerId", heard.book_id AS "bookId", written.seq,
      heard.is_withheld AS "isWithheld", heard.you_blocked AS "youBlocked",
      ${along?.something ?? sql`false`} AS "hasAlong"
    FROM heard LEFT JOIN written ON true`;
}
