import { createECDH, randomUUID } from 'node:crypto';
import type { AccountCalls, IdentityCalls } from '#features/accounts/contract.ts';
import type { AdministrationCalls } from '#features/administration/contract.ts';
import type { AuditCalls } from '#features/audit/contract.ts';
import type { BlockCalls } from '#features/blocks/contract.ts';
import type { BookCalls } from '#features/books/contract.ts';
import type { BoostCalls } from '#features/boosts/contract.ts';
import type { ConversationCalls } from '#features/conversations/contract.ts';
import type { FavoriteCalls } from '#features/favorites/contract.ts';
import type { NotificationCalls } from '#features/notifications/contract.ts';
import type { PaymentCalls } from '#features/payments/contract.ts';
import type { PhotoCalls } from '#features/photos/contract.ts';
import type { ReportCalls } from '#features/reports/contract.ts';
import type { SubscriptionCalls } from '#features/subscriptions/contract.ts';
import type { SupportCalls } from '#features/support/contract.ts';
import { algorithms } from '../../support/test-market.ts';
import { everybody, owners, participants, people, type Row, visitors } from './actors.ts';
import { accountTable } from './account-table.ts';
import { administrationTable } from './administration-table.ts';
import type { Scene } from './scene.ts';

/** Every call of every contract. */
type Calls = AccountCalls &
  AdministrationCalls &
  AuditCalls &
  BlockCalls &
  BookCalls &
  BoostCalls &
  ConversationCalls &
  FavoriteCalls &
  IdentityCalls &
  NotificationCalls &
  PaymentCalls &
  PhotoCalls &
  ReportCalls &
  SubscriptionCalls &
  SupportCalls;

const theBook = async (scene: Scene) => ({ params: { id: await scene.book() } });
const theDeletedBook = async (scene: Scene) => ({ params: { id: await scene.deletedBook() } });
const theTalk = (scene: Scene) => ({ params: { id: scene.talk.id } });
/** Says whose things are wanted, which may be one's own alone. */
const ofOwner = (scene: Scene) => ({ query: { userId: scene.owner.id } });
const theirs = { another: 403, blocked: 403, admin: 403 } as const;

const books: Record<keyof BookCalls, Row> = {
  'GET /api/books': everybody(),
  'GET /api/books/:id': everybody(theBook),
  'POST /api/books': people(() => ({ body: algorithms })),
  'PATCH /api/books/:id': owners(async (scene) => ({ ...(await theBook(scene)), body: { price: 1 } })),
  'DELETE /api/books/:id': owners(theBook),
  'POST /api/books/:id/restore': owners(theDeletedBook),
  'POST /api/books/:id/views': visitors(theBook),
  'GET /api/books/user/:userId': visitors((scene) => ({ params: { userId: scene.owner.id } })),
};

const conversations: Record<keyof ConversationCalls, Row> = {
  'GET /api/conversations': people(ofOwner, theirs),
  'POST /api/conversations': people(async (scene) => ({ body: { bookId: await scene.book() } }), {
    owner: 409,
  }),
  'GET /api/conversations/:id': participants(theTalk),
  'GET /api/conversations/:id/messages': participants(theTalk),
  // Whoever has blocked somebody knows it, and is told.
  'POST /api/messages': participants(
    (scene) => ({
      body: { conversationId: scene.talk.id, content: 'Hello', clientMessageId: randomUUID() },
    }),
    { owner: 409 },
  ),
  'PATCH /api/messages/:id/read': participants((scene, actor) => ({ params: { id: scene.received(actor) } })),
};

const money: Record<keyof (PaymentCalls & BoostCalls & SubscriptionCalls), Row> = {
  'GET /api/payments/provider': everybody(),
  'GET /api/payments': people(),
  'POST /api/payments/settle': people(async (scene) => ({
    body: { paymentIntentId: (await scene.payment()).intent },
  })),
  'POST /api/create-payment-intent': owners(async (scene) => ({ body: { bookId: await scene.book() } })),
  'POST /api/create-adfree-purchase': people((scene) => ({ body: { userId: scene.owner.id } }), theirs),
  'GET /api/subscription': people(),
  // Nobody here has one.
  'POST /api/subscription/cancel': people(undefined, { another: 409, blocked: 409, admin: 409, owner: 409 }),
  'POST /api/subscription/resume': people(undefined, { another: 409, blocked: 409, admin: 409, owner: 409 }),
};

const around: Record<keyof (FavoriteCalls & PhotoCalls & BlockCalls), Row> = {
  'POST /api/objects/upload': people(),
  'GET /api/favorites': people(ofOwner, theirs),
  'GET /api/favorites/ids': people(),
  'POST /api/favorites/toggle': people(async (scene) => ({
    body: { bookId: await scene.book(), favorited: true },
  })),
  'GET /api/blocks': people(),
  'PUT /api/blocks/:userId': people((scene) => ({ params: { userId: scene.cast.bystander.id } })),
  'DELETE /api/blocks/:userId': people((scene) => ({ params: { userId: scene.cast.bystander.id } })),
};

const notifications: Record<keyof NotificationCalls, Row> = {
  'GET /api/notifications/key': everybody(),
  'PUT /api/users/me/push-token': people(() => ({ body: { token: device() } })),
  'DELETE /api/users/me/push-token': people(() => ({ body: { endpoint: device().endpoint } })),
  'GET /api/users/me/notifications': people(),
  'PATCH /api/users/me/notifications': people(() => ({ body: { mailMessages: false } })),
};

/** A browser's subscription to a push service. */
const device = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  },
});

export const callTable: Record<keyof Calls, Row> = {
  ...books,
  ...conversations,
  ...money,
  ...around,
  ...notifications,
  ...accountTable,
  ...administrationTable,
};
