import { and, asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { decodeCursor, encodeCursor, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Message } from '../contract.ts';
import { messageForReader, type StoredMessage } from './message-for-reader.ts';
import { getOtherParticipant } from './get-other-participant.ts';
import { isParticipant } from './list-conversations.ts';
import { currentMeetingState } from '../meeting-states.ts';
import type { OfferState, StoredOffer } from '../offer-states.ts';
import { conversations, messages } from './table.ts';

/** Bounded by the column. */
const place = z.strictObject({
  beforeSeq: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

type MessageContext = Pick<ServerContext, 'database' | 'publicUrl'>;

/** A withheld message is visible to its sender only: a gap for the receiver. */
const visibleTo = (actor: Pick<Actor, 'id'>): SQL =>
  sql`(not ${messages.isWithheld} or ${messages.senderId} = ${actor.id})`;

/**
 * A page of messages in ascending order, the newest page first; the cursor leads to older ones.
 * Throws 'conversation-not-found', 'invalid-request' for a foreign cursor.
 */
export async function listMessages(
  context: MessageContext,
  actor: Pick<Actor, 'id'>,
  query: Paging & { conversationId: string },
  now: Date,
): Promise<Page<Message>> {
  const { orm } = context.database;
  const beforeSeq = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place).beforeSeq;
  const found = await orm
    .select()
    .from(messages)
    .where(
      and(
        inOwn(actor, query.conversationId),
        visibleTo(actor),
        beforeSeq === undefined ? undefined : lt(messages.seq, beforeSeq),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(rowsForPage(query.limit));
  // No messages, or not a conversation of the actor.
  if (found.length === 0) await getOtherParticipant({ orm }, actor, query.conversationId);
  const page = toPage(found, query.limit, (oldest) => encodeCursor({ beforeSeq: oldest.seq }));
  const items = page.items
    .reverse()
    .map((row) => messageForReader(context, toStoredMessage(row, now), actor.id));
  return { items, next: page.next };
}

/**
 * The messages after a `seq`, in order, for `resume`. The statement checks that the actor is a participant.
 */
export async function messagesAfter(
  context: MessageContext,
  actor: Pick<Actor, 'id'>,
  query: { conversationId: string; afterSeq: number; limit: number },
  now: Date,
): Promise<Message[]> {
  const rows = await context.database.orm
    .select()
    .from(messages)
    .where(and(inOwn(actor, query.conversationId), visibleTo(actor), gt(messages.seq, query.afterSeq)))
    .orderBy(asc(messages.seq))
    .limit(query.limit);
  return rows.map((row) => messageForReader(context, toStoredMessage(row, now), actor.id));
}

/** A subquery: with a join, the planner reads and sorts the whole conversation for every page. */
const inOwn = (actor: Pick<Actor, 'id'>, conversationId: string): SQL =>
  sql`${messages.conversationId} = ${conversationId} and exists (
    select from ${conversations} where ${conversations.id} = ${conversationId} and ${isParticipant(actor)})`;

/** Leaves out whether the message is withheld. Offers and meetings end by time, before a job stores it. */
export function toStoredMessage(row: typeof messages.$inferSelect, now: Date): StoredMessage {
  const { id, conversationId, senderId, receiverId, content, messageType, seq, clientMessageId } = row;
  const readAt = row.readAt?.toISOString() ?? null;
  const createdAt = row.createdAt.toISOString();
  const users = { senderId, receiverId };
  const offer = row.offer && toOffer({ id, conversationId }, row.offer, now);
  const meeting = row.meeting && { ...row.meeting, state: currentMeetingState(row.meeting, now) };
  return {
    id,
    conversationId,
    ...users,
    content,
    messageType,
    offer,
    isOfferWithheld: row.offer?.isWithheld === true,
    event: row.event,
    meeting,
    senderReadAt: row.senderReadAt?.toISOString() ?? null,
    seq,
    clientMessageId,
    readAt,
    createdAt,
  };
}

const toOffer = (
  ids: { id: string; conversationId: string },
  { isWithheld: _isWithheld, listing: _listing, ...terms }: StoredOffer,
  now: Date,
) => ({ ...ids, ...terms, state: currentState(terms, now) });

const currentState = ({ state, expiresAt }: StoredOffer, now: Date): OfferState =>
  state === 'pending' && new Date(expiresAt) <= now ? 'expired' : state;
