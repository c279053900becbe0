import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { warnings } from '#features/safety/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { multilineText, paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { changedParts, eventKinds } from './message-events.ts';
import { meetingActions, messageTypes } from './message-types.ts';
import { MAX_MESSAGE_LENGTH, MAX_SEQ, MESSAGES_PER_PAGE } from './rules.ts';

const user = publicUser.pick({
  id: true,
  name: true,
  profileImage: true,
  university: true,
  studentUniversity: true,
  createdAt: true,
});

/** The offer of a message of type 'offer'. */
const messageOffer = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  amount: z.int().describe('Minor units'),
  askingPrice: z.int().describe('Minor units: the price of the listing when the offer was made'),
  state: z.enum(['pending', 'accepted', 'declined', 'withdrawn', 'expired', 'countered']),
  endReason: z
    .enum(['reserved', 'price-lowered', 'not-listed'])
    .nullable()
    .describe('Why it ended without an action of the two'),
  expiresAt: isoTimestamp,
});

const meetingTime = {
  place: z.string(),
  startsAt: isoTimestamp,
  endsAt: isoTimestamp,
  timeZone: z.string().describe('Of the campus, by the IANA'),
};

/** The meeting of a message of type 'meeting'. */
const messageMeeting = z.strictObject({
  id: uuidSchema,
  action: z.enum(meetingActions).describe("What the message does; 'proposed' and 'changed' are proposals"),
  ...meetingTime,
  hint: z.string().nullable(),
  state: z
    .enum(['proposed', 'accepted', 'changed', 'canceled', 'expired', 'past'])
    .describe('Up to date in proposals alone'),
  endedById: uuidSchema.nullable().describe('Who has changed or canceled it'),
  wasAccepted: z.boolean(),
  reservedUntil: isoTimestamp.optional().describe('The new end of the reservation, where this changed it'),
});

/** The answers to 'Did you meet?', as the reader of the question sees them. */
export const meetingQuestion = z.strictObject({
  id: uuidSchema.describe('Of the meeting'),
  startsAt: isoTimestamp,
  timeZone: z.string().describe('Of the campus, by the IANA'),
  until: isoTimestamp.describe('The end of the time in which the reader may answer'),
  isWithdrawn: z.boolean().describe('The handover was confirmed later: nothing is left to say'),
  answers: z.array(
    z.strictObject({ userId: uuidSchema, met: z.boolean().describe('False: the other one did not come') }),
  ),
  replies: z
    .array(z.strictObject({ userId: uuidSchema, messageId: uuidSchema }))
    .describe('Texts of who is said not to have come; each is a message of the conversation'),
});
export type MeetingQuestion = z.infer<typeof meetingQuestion>;

/** A line that the product writes. Pages word it for their reader. */
const messageEvent = z.strictObject({
  kind: z.enum(eventKinds),
  actorId: uuidSchema.nullable().describe('Who has caused it; null: neither of the two'),
  until: isoTimestamp.nullable().describe('Of a reservation'),
  acceptedPrice: z.int().optional().describe('Minor units: of the offer that became the reservation'),
  declinedOffers: z.int().describe('Other offers that it declined; shown to the seller alone'),
  changes: z
    .array(z.enum(changedParts))
    .optional()
    .describe('What the seller has changed since the agreement'),
});

/** The facts of the last message. Pages word them in their language. */
const lineFacts = z.strictObject({
  event: messageEvent.nullable(),
  offer: messageOffer.pick({ amount: true }).nullable(),
  meeting: messageMeeting.pick({ action: true, place: true, startsAt: true, timeZone: true }).nullable(),
});

const contentOfReader = z
  .string()
  .describe(
    'What a user has written; else a line in the language of the request, over the socket in that of the campus',
  );

const message = z.strictObject({
  id: uuidSchema,
  conversationId: uuidSchema,
  senderId: uuidSchema,
  receiverId: uuidSchema,
  content: contentOfReader,
  messageType: z.enum(messageTypes),
  offer: messageOffer.nullable().describe("Of messages of type 'offer'"),
  event: messageEvent.nullable().describe("Of messages of type 'event'"),
  meeting: messageMeeting.nullable().describe("Of messages of type 'meeting'"),
  question: meetingQuestion.optional().describe("Of the event 'did-you-meet'"),
  /** The position in the conversation, from 1, for both participants. Withheld messages leave gaps. */
  seq: z.int(),
  clientMessageId: uuidSchema,
  readAt: isoTimestamp.nullable(),
  warning: z
    .enum(warnings)
    .nullable()
    .describe('The rule of the advice for the receiver; always null for the sender'),
  createdAt: isoTimestamp,
});
export type Message = z.infer<typeof message>;

const conversation = z.strictObject({
  id: uuidSchema,
  bookId: uuidSchema,
  buyerId: uuidSchema,
  sellerId: uuidSchema,
  lastMessageId: uuidSchema.nullable(),
  lastMessageAt: isoTimestamp,
  createdAt: isoTimestamp,
  /** The number of the actor's unread messages. */
  unreadCount: z.int(),
  youBlocked: z.boolean().describe('The current user blocked the other participant: read-only'),
  book: z.strictObject({
    title: z.string(),
    author: z.string(),
    isbn: z.string().nullable(),
    condition: z.string(),
    price: z.int(),
    images: z.array(z.string()),
    /** 'expired': it has ended unsold. 'gone': it was deleted, or is hidden and not sold. */
    state: z.enum(['active', 'expired', 'sold', 'gone']),
    isHidden: z.literal(true).optional().describe('It has no page, and its buyer sees no photos'),
    reservedUntil: isoTimestamp.nullable(),
  }),
  reservation: z
    .strictObject({
      id: uuidSchema,
      price: z.int().describe('Minor units'),
      until: isoTimestamp,
      code: z
        .string()
        .optional()
        .describe('Of the handover: for the buyer, from GET /api/conversations/{id} alone'),
      pausedUntil: isoTimestamp
        .optional()
        .describe('No code is accepted until then: for the seller, from the same response alone'),
    })
    .nullable()
    .describe('Of the book, for this buyer'),
  meeting: z
    .strictObject({ id: uuidSchema, ...meetingTime, state: z.enum(['proposed', 'accepted']) })
    .nullable()
    .describe('That is planned for the handover of the reserved book'),
  seller: user,
  buyer: user,
  lastMessage: z
    .strictObject({
      content: contentOfReader,
      line: lineFacts.nullable().optional().describe('What it tells if no user has written it'),
      readAt: isoTimestamp.nullable(),
      senderId: uuidSchema,
      seq: z.int(),
    })
    .nullable(),
});
export type Conversation = z.infer<typeof conversation>;

const messageContent = multilineText({
  min: 1,
  max: MAX_MESSAGE_LENGTH,
  field: textId('conversations.field.message'),
});

export const conversationEndpoints = defineEndpoints({
  'GET /api/conversations': {
    auth: 'user',
    summary: "Lists the user's conversations, newest message first",
    query: z.object({
      ...paginationQuery,
      userId: uuidSchema.optional().describe('Accepted; must be your own'),
      bookId: uuidSchema.optional().describe('Only conversations about this book'),
    }),
    response: z.array(conversation),
    paged: true,
  },
  'POST /api/conversations': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: "Opens a buyer's conversation about a book, or returns the existing one",
    body: z.object({ bookId: uuidSchema, sellerId: uuidSchema.optional(), buyerId: uuidSchema.optional() }),
    response: conversation,
  },
  'GET /api/conversations/:id': {
    auth: 'user',
    summary: 'Returns a conversation',
    params: z.object({ id: uuidSchema }),
    response: conversation,
  },
  'GET /api/conversations/:id/messages': {
    auth: 'user',
    summary: 'Lists messages, newest page first, each page in ascending order',
    params: z.object({ id: uuidSchema }),
    query: z.object({ ...paginationQuery, limit: paginationQuery.limit.default(MESSAGES_PER_PAGE) }),
    response: z.array(message),
    paged: true,
  },
  'POST /api/messages': {
    auth: 'user',
    whilePaused: 'reserved-trades',
    summary: 'Sends a message; repeating a clientMessageId returns the same message',
    body: z.object({
      conversationId: uuidSchema,
      content: messageContent,
      messageType: z.literal('text').default('text'),
      clientMessageId: uuidSchema.optional(),
    }),
    response: message,
  },
  'PATCH /api/messages/:id/read': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Marks a received message and all earlier ones as read',
    params: z.object({ id: uuidSchema }),
    response: message,
  },
});
export type ConversationEndpoints = typeof conversationEndpoints;

/** The messages that a participant sends over the socket. */
export const conversationMessages = {
  send_message: z.object({
    conversationId: uuidSchema,
    content: messageContent,
    clientMessageId: uuidSchema.optional(),
  }),
  typing: z.object({ conversationId: uuidSchema, isTyping: z.boolean() }),
  resume: z.object({ conversationId: uuidSchema, afterSeq: z.int().min(0).max(MAX_SEQ) }),
};

type ConversationMessages = {
  [T in keyof typeof conversationMessages]: z.infer<(typeof conversationMessages)[T]>;
};

declare module '#features/live/contract.ts' {
  interface ClientMessages extends ConversationMessages {}

  interface ServerMessages {
    new_message: { message: Message };
    /** The state of the offer, meeting or question of an earlier message has changed. */
    offer: { message: Message };
    typing: { conversationId: string; senderId: string; isTyping: boolean };
    message_read: { conversationId: string; upToSeq: number; readAt: string };
    /** The end of the response to `resume`: every message after `afterSeq` up to `upToSeq` was sent. */
    resumed: { conversationId: string; afterSeq: number; upToSeq: number };
    conversation: { conversation: Conversation };
  }
}

export const conversationProblems = defineProblems({
  'conversation-not-found': { status: 404 },
  'message-not-found': { status: 404 },
  'cannot-message-own-book': { status: 409 },
  'recipient-blocked-by-you': { status: 409 },
  'book-unavailable': { status: 409 },
  'message-id-taken': { status: 409 },
});

export const conversationProblem = createProblemFactory('conversations', conversationProblems);
