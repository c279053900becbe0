import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { calls } from '#platform/shared/contract.ts';
import { problems } from '#platform/shared/problem.ts';
import { linesOfText, pageQuery, timestamp, uuid } from '#platform/shared/text.ts';
import { messageLength, messagesPerPage } from './rules.ts';

const person = publicUser.pick({
  id: true,
  name: true,
  profileImage: true,
  university: true,
  studentVerified: true,
});

export const message = z.strictObject({
  id: uuid,
  conversationId: uuid,
  senderId: uuid,
  receiverId: uuid,
  content: z.string(),
  messageType: z.literal('text'),
  /** The message's place in its conversation, from 1; everybody sees this order. Places may be left out: see `resumed`. */
  seq: z.int(),
  clientMessageId: uuid,
  readAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type Message = z.infer<typeof message>;

export const conversation = z.strictObject({
  id: uuid,
  bookId: uuid,
  buyerId: uuid,
  sellerId: uuid,
  lastMessageId: uuid.nullable(),
  lastMessageAt: timestamp,
  createdAt: timestamp,
  /** Messages that the asking person has not read yet. */
  unreadCount: z.int(),
  youBlocked: z.boolean().describe('The asking person has blocked the other one: read-only for them'),
  book: z.strictObject({
    title: z.string(),
    author: z.string(),
    isbn: z.string().nullable(),
    condition: z.string(),
    /** Cents. */
    price: z.int(),
    images: z.array(z.string()),
    /** 'gone' when the listing was deleted. */
    state: z.enum(['active', 'sold', 'gone']),
  }),
  seller: person,
  buyer: person,
  lastMessage: z
    .strictObject({ content: z.string(), readAt: timestamp.nullable(), senderId: uuid, seq: z.int() })
    .nullable(),
});
export type Conversation = z.infer<typeof conversation>;

/** The largest number that the column takes. */
const largestSeq = 2_147_483_647;

const messageContent = linesOfText({ min: 1, max: messageLength, name: 'Message' });

export const conversationCalls = calls({
  'GET /api/conversations': {
    auth: 'user',
    summary: "The person's conversations, the one with the newest message first",
    query: z.object({
      ...pageQuery,
      userId: uuid.optional().describe('Accepted; must be your own'),
      bookId: uuid.optional().describe('Only those about this book'),
    }),
    response: z.array(conversation),
    paged: true,
  },
  'POST /api/conversations': {
    auth: 'user',
    summary: 'Opens the conversation of a buyer about a book, or answers the one that exists',
    body: z.object({ bookId: uuid, sellerId: uuid.optional(), buyerId: uuid.optional() }),
    response: conversation,
  },
  'GET /api/conversations/:id': {
    auth: 'user',
    summary: 'One conversation',
    params: z.object({ id: uuid }),
    response: conversation,
  },
  'GET /api/conversations/:id/messages': {
    auth: 'user',
    summary: 'Messages, the newest page first, each page in ascending order',
    params: z.object({ id: uuid }),
    query: z.object({ ...pageQuery, limit: pageQuery.limit.default(messagesPerPage) }),
    response: z.array(message),
    paged: true,
  },
  'POST /api/messages': {
    auth: 'user',
    summary: 'Sends a message; the same clientMessageId again yields the same message',
    body: z.object({
      conversationId: uuid,
      content: messageContent,
      messageType: z.literal('text').default('text'),
      clientMessageId: uuid.optional(),
    }),
    response: message,
  },
  'PATCH /api/messages/:id/read': {
    auth: 'user',
    summary: 'Marks a received message and all earlier ones as read',
    params: z.object({ id: uuid }),
    response: message,
  },
});
export type ConversationCalls = typeof conversationCalls;

/** What the browser sends over `/ws`. Together with `ServerMessage` this is the whole socket vocabulary. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(8192) }),
  z.object({
    type: z.literal('send_message'),
    conversationId: uuid,
    content: messageContent,
    clientMessageId: uuid.optional(),
  }),
  z.object({ type: z.literal('typing'), conversationId: uuid, isTyping: z.boolean() }),
  z.object({ type: z.literal('resume'), conversationId: uuid, afterSeq: z.int().min(0).max(largestSeq) }),
  /** A message came while the person looks at the product: nobody has to tell them of it. */
  z.object({ type: z.literal('noticed'), conversationId: uuid, upToSeq: z.int().min(1).max(largestSeq) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** What the server sends over `/ws`. */
export type ServerMessage =
  | { type: 'auth_success' }
  | { type: 'error'; message: string; code: string; conversationId?: string; clientMessageId?: string }
  | { type: 'new_message'; message: Message }
  | { type: 'typing'; conversationId: string; senderId: string; isTyping: boolean }
  | { type: 'message_read'; conversationId: string; upToSeq: number; readAt: string }
  /** Every message behind `afterSeq`, up to and with `upToSeq`, has now been sent to who asked by `resume`. */
  | { type: 'resumed'; conversationId: string; afterSeq: number; upToSeq: number }
  | { type: 'conversation'; conversation: Conversation }
  /** Something the viewer may be showing has changed: look again. */
  | { type: 'book'; bookId: string }
  | { type: 'user' }
  /** Something may have happened that was not said here: look at everything again. */
  | { type: 'missed' };

export const conversationProblems = problems({
  'conversation-not-found': { status: 404, detail: 'This conversation does not exist.' },
  'message-not-found': { status: 404, detail: 'This message does not exist.' },
  'own-book': { status: 409, detail: 'This is your own listing.' },
  'you-blocked': { status: 409, detail: 'You blocked this person. Unblock them to write to them.' },
  'book-unavailable': { status: 409, detail: 'This book is no longer available.' },
});
