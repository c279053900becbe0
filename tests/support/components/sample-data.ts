import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Book } from '#features/books/contract.ts';
import type { Conversation, Message } from '#features/conversations/contract.ts';
import type { NotificationSettings } from '#features/notifications/contract.ts';
import { defaultSettings } from '#features/notifications/setting-definitions.ts';
import type { Profile } from '#features/profiles/contract.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

export const uuid = (number: number) => `0192f0c1-2345-7abc-8def-${String(number).padStart(12, '0')}`;
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Ann sells; Robin is the signed-in user of the tests. */
export const ann = {
  id: uuid(1),
  name: 'Ann Seller',
  profileImage: null,
  university: null,
  studentUniversity: null,
  totalSales: 0,
};

export const robin: CurrentUser = {
  ...ann,
  id: uuid(2),
  name: 'Robin Reader',
  email: 'robin@northfield.example',
  emailVerified: true,
  isAdmin: false,
  roles: [],
  needsPasskey: false,
  isAdFreeSubscriber: false,
  subscriptionExpiresAt: null,
  language: null,
  isIndexable: true,
  studentUntil: null,
  pausedUntil: null,
  createdAt: inDays(-100),
};

/** A book of Ann's; `own` ones are Robin's. */
export function sampleBook(changes: Partial<Book> = {}): Book {
  return {
    id: uuid(10),
    sellerId: ann.id,
    title: 'Circuits',
    author: 'Ada Author',
    isbn: null,
    subject: 'Engineering',
    condition: 'Good',
    conditionDetails: null,
    price: 5_400,
    previousPrice: null,
    priceRating: null,
    description: null,
    images: [],
    courses: [],
    isActive: true,
    isBoosted: false,
    boostedUntil: null,
    soldAt: null,
    expiresAt: inDays(60),
    reservedUntil: null,
    views: 0,
    createdAt: inDays(-1),
    updatedAt: inDays(-1),
    seller: ann,
    ...changes,
  };
}

export const ownBook = (changes: Partial<Book> = {}): Book =>
  sampleBook({ sellerId: robin.id, seller: { ...ann, id: robin.id, name: robin.name }, ...changes });

/** Robin asks Ann about a book. */
export function sampleConversation(changes: Partial<Conversation> = {}): Conversation {
  const { id, title, author, isbn, condition, price, images, reservedUntil } = sampleBook();
  return {
    id: uuid(20),
    bookId: id,
    buyerId: robin.id,
    sellerId: ann.id,
    lastMessageId: uuid(30),
    lastMessageAt: inDays(-1),
    createdAt: inDays(-1),
    unreadCount: 0,
    youBlocked: false,
    book: { title, author, isbn, condition, price, images, state: 'active', reservedUntil },
    reservation: null,
    meeting: null,
    seller: { ...ann, createdAt: inDays(-100) },
    buyer: { ...ann, id: robin.id, name: robin.name, createdAt: inDays(-100) },
    lastMessage: { content: 'Hello', readAt: null, senderId: robin.id, seq: 1 },
    ...changes,
  };
}

export function sampleMessage(changes: Partial<Message> = {}): Message {
  return {
    id: uuid(30),
    conversationId: uuid(20),
    senderId: robin.id,
    receiverId: ann.id,
    content: 'Hello',
    messageType: 'text',
    offer: null,
    event: null,
    meeting: null,
    seq: 1,
    clientMessageId: uuid(31),
    readAt: null,
    warning: null,
    createdAt: inDays(-1),
    ...changes,
  };
}

export const sampleProfile = (user: typeof ann): Profile => ({
  ...user,
  createdAt: inDays(-100),
  confirmedSales: 0,
  missedMeetings: 0,
  rating: { average: null, count: 0 },
  usuallyAnswers: null,
  isIndexable: true,
});

export const notificationSettings: NotificationSettings = {
  ...defaultSettings,
  mailMessages: true,
  mailPrices: true,
  emailVerified: true,
};

/** A token as the server issues it. */
export const tokenOf = ({ id, name, email }: CurrentUser) => {
  const claims = { sub: id, name, email, iat: 1_000, exp: 1_900 };
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
};
