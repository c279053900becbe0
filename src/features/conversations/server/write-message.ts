import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/server/database/database.ts';
import { conversations, messages } from './table.ts';

export type NewMessage = {
  id: string;
  conversationId: string;
  senderId: string;
  content: string;
  clientMessageId: string;
  createdAt: Date;
};

/** Where the message has come to stand; `seq` is null if it stood there before. */
export type Written = {
  buyerId: string;
  sellerId: string;
  bookId: string;
  seq: number | null;
  /** What is written along says so. */
  hasAlong: boolean;
};

/** What else is written with every new message, in its statement: it is there if the message is, and costs no trip of its own. */
export type WrittenAlong = {
  /** Further parts of the statement's WITH, which read the one row of `sent`: a message as in its table. The same for every message. */
  parts: SQL;
  /** Over those parts: whether there is something to be done after the commit. */
  something: SQL;
};

const dialect = new PgDialect();

/**
 * Writes a message under the next place of its conversation and notes it there, in one named statement: six in a transaction
 * took three times as long, and the engine is what everybody's messages wait for. Undefined: no conversation of the sender's.
 */
export async function writeMessage(
  { pool }: Pick<Database, 'pool'>,
  message: NewMessage,
  along: WrittenAlong | undefined,
): Promise<Written | undefined> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement(message, along));
  const name = along === undefined ? 'write-message' : 'write-message-along';
  return (await pool.query<Written>({ name, text, values })).rows[0];
}

/** Whoever writes into the same conversation meanwhile waits for its row, and then reads the place given out last anew. */
function statement(
  { id, conversationId, senderId, content, clientMessageId, createdAt }: NewMessage,
  along: WrittenAlong | undefined,
): SQL {
  return sql`WITH place AS MATERIALIZED (
      SELECT id, buyer_id, seller_id, book_id, last_seq FROM ${conversations}
      WHERE id = ${conversationId}::uuid AND (buyer_id = ${senderId}::uuid OR seller_id = ${senderId}::uuid)
      FOR NO KEY UPDATE),
    sent AS (
      INSERT INTO ${messages}
        (id, conversation_id, sender_id, receiver_id, content, message_type, seq, client_message_id, created_at)
      SELECT ${id}::uuid, id, ${senderId}::uuid, CASE WHEN buyer_id = ${senderId}::uuid THEN seller_id ELSE buyer_id END,
        ${content}::text, 'text', last_seq + 1, ${clientMessageId}::uuid, ${createdAt.toISOString()}::timestamptz
      FROM place
      ON CONFLICT (conversation_id, sender_id, client_message_id) DO NOTHING
      RETURNING *),
    noted AS (
      UPDATE ${conversations} c SET last_seq = sent.seq, last_message_id = sent.id, last_message_content = sent.content,
        last_message_sender_id = sent.sender_id, last_message_at = sent.created_at,
        buyer_unread = c.buyer_unread + (sent.receiver_id = c.buyer_id)::int,
        seller_unread = c.seller_unread + (sent.receiver_id = c.seller_id)::int
      FROM sent WHERE c.id = sent.conversation_id)${along === undefined ? sql`` : sql`, ${along.parts}`}
    SELECT place.buyer_id AS "buyerId", place.seller_id AS "sellerId", place.book_id AS "bookId", sent.seq,
      ${along?.something ?? sql`false`} AS "hasAlong"
    FROM place LEFT JOIN sent ON true`;
}
