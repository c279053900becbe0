import { createECDH, randomUUID } from 'node:crypto';
import type { AccountEndpoints, EmailLinkEndpoints, IdentityEndpoints } from '#features/accounts/contract.ts';
import type { AdministrationEndpoints } from '#features/administration/contract.ts';
import type { AuditEndpoints } from '#features/audit/contract.ts';
import type { BlockEndpoints } from '#features/blocks/contract.ts';
import type { BookEndpoints } from '#features/books/contract.ts';
import type { BoostEndpoints } from '#features/boosts/contract.ts';
import type { CampusEndpoints } from '#features/campus/contract.ts';
import type { ConversationEndpoints } from '#features/conversations/contract.ts';
import type { CourseEndpoints } from '#features/courses/contract.ts';
import type { CoverageEndpoints } from '#features/coverage/contract.ts';
import type { EditionEndpoints } from '#features/editions/contract.ts';
import type { FavoriteEndpoints } from '#features/favorites/contract.ts';
import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import type { MeetingEndpoints } from '#features/meetings/contract.ts';
import type { NeighborEndpoints } from '#features/neighbors/contract.ts';
import type { NoticeEndpoints } from '#features/notices/contract.ts';
import type { NotificationEndpoints } from '#features/notifications/contract.ts';
import type { PaymentEndpoints } from '#features/payments/contract.ts';
import type { ProfileEndpoints } from '#features/profiles/contract.ts';
import type { PriceEndpoints } from '#features/prices/contract.ts';
import type { PhotoEndpoints } from '#features/photos/contract.ts';
import type { ReportEndpoints } from '#features/reports/contract.ts';
import type { ReviewEndpoints } from '#features/reviews/contract.ts';
import type { SlipEndpoints } from '#features/slips/contract.ts';
import type { SubscriptionEndpoints } from '#features/subscriptions/contract.ts';
import type { SupportEndpoints } from '#features/support/contract.ts';
import type { TradeEndpoints } from '#features/trades/contract.ts';
import type { TransparencyEndpoints } from '#features/transparency/contract.ts';
import type { WantedEndpoints } from '#features/wanted/contract.ts';
import { algorithms } from '../../support/server/test-world.ts';
import {
  team,
  always,
  everybody,
  owners,
  participants,
  signedInOnly,
  type AccessRow,
  visitors,
} from './roles.ts';
import { accountAccess } from './account-access.ts';
import { administrationAccess } from './administration-access.ts';
import type { AccessFixtures } from './fixtures.ts';
import { moderationAccess } from './moderation-access.ts';
import { decisionAccess } from './decision-access.ts';
import { meetingAccess } from './meeting-access.ts';
import { neighborAccess } from './neighbor-access.ts';
import { noticeAccess } from './notice-access.ts';
import { reviewAccess } from './review-access.ts';
import { tradeAccess } from './trade-access.ts';
import { wantedAccess } from './wanted-access.ts';

/** Every endpoint of every contract. */
type Calls = AccountEndpoints &
  AdministrationEndpoints &
  AuditEndpoints &
  BlockEndpoints &
  BookEndpoints &
  BoostEndpoints &
  CampusEndpoints &
  ConversationEndpoints &
  CourseEndpoints &
  CoverageEndpoints &
  EditionEndpoints &
  FavoriteEndpoints &
  EmailLinkEndpoints &
  IdentityEndpoints &
  MeetingEndpoints &
  Pick<ModerationEndpoints, keyof typeof moderationAccess | keyof typeof decisionAccess> &
  NeighborEndpoints &
  NoticeEndpoints &
  NotificationEndpoints &
  PaymentEndpoints &
  PriceEndpoints &
  ProfileEndpoints &
  PhotoEndpoints &
  ReportEndpoints &
  ReviewEndpoints &
  SlipEndpoints &
  SubscriptionEndpoints &
  SupportEndpoints &
  TradeEndpoints &
  TransparencyEndpoints &
  WantedEndpoints;

const theBook = async (scene: AccessFixtures) => ({ params: { id: await scene.book() } });
const theDeletedBook = async (scene: AccessFixtures) => ({ params: { id: await scene.deletedBook() } });
const theTalk = (scene: AccessFixtures) => ({ params: { id: scene.talk.id } });
/** Names the user whose data is requested, which must be the caller. */
const ofOwner = (scene: AccessFixtures) => ({ query: { userId: scene.owner.id } });
const theirs = { another: 403, blocked: 403, admin: 403 } as const;

const slips: Record<keyof SlipEndpoints, AccessRow> = {
  'GET /api/books/:id/slip': everybody(theBook),
  'GET /api/users/:id/slips': everybody((scene) => ({ params: { id: scene.owner.id } })),
  'GET /api/short-addresses/:code': always(404, () => ({ params: { code: 'aaaaaaa' } })),
};

const books: Record<keyof BookEndpoints, AccessRow> = {
  'GET /api/books': everybody(),
  'GET /api/books/allowance': signedInOnly(),
  'GET /api/books/count': everybody(),
  'GET /api/books/:id': everybody(theBook),
  'GET /api/books/mine/:id': owners(theBook),
  'POST /api/books': signedInOnly(() => ({ body: algorithms })),
  'PATCH /api/books/:id': owners(async (scene) => ({ ...(await theBook(scene)), body: { price: 1 } })),
  'DELETE /api/books/:id': owners(theBook),
  'POST /api/books/:id/restore': owners(theDeletedBook),
  'POST /api/books/:id/renew': owners(theBook),
  'POST /api/books/:id/views': visitors(theBook),
  'GET /api/users/:id/books': everybody((scene) => ({ params: { id: scene.owner.id } })),
  'GET /api/books/user/:userId': visitors((scene) => ({ params: { userId: scene.owner.id } })),
};

const conversations: Record<keyof ConversationEndpoints, AccessRow> = {
  'GET /api/conversations': signedInOnly(ofOwner, theirs),
  'POST /api/conversations': signedInOnly(async (scene) => ({ body: { bookId: await scene.book() } }), {
    owner: 409,
  }),
  'GET /api/conversations/:id': participants(theTalk),
  'GET /api/conversations/:id/messages': participants(theTalk),
  // A user who blocks someone else knows it, so the response says so.
  'POST /api/messages': participants(
    (scene) => ({
      body: { conversationId: scene.talk.id, content: 'Hello', clientMessageId: randomUUID() },
    }),
    { owner: 409 },
  ),
  'PATCH /api/messages/:id/read': participants((scene, actor) => ({ params: { id: scene.received(actor) } })),
};

const money: Record<keyof (PaymentEndpoints & BoostEndpoints & SubscriptionEndpoints), AccessRow> = {
  'GET /api/payments/provider': everybody(),
  'GET /api/payments': signedInOnly(),
  'POST /api/payments/settle': signedInOnly(async (scene) => ({
    body: { paymentIntentId: (await scene.payment()).intent },
  })),
  'POST /api/create-payment-intent': owners(async (scene) => ({ body: { bookId: await scene.book() } })),
  'POST /api/create-adfree-purchase': signedInOnly((scene) => ({ body: { userId: scene.owner.id } }), theirs),
  'GET /api/subscription': signedInOnly(),
  // No role has one.
  'POST /api/subscription/cancel': signedInOnly(undefined, {
    another: 409,
    blocked: 409,
    admin: 409,
    owner: 409,
  }),
  'POST /api/subscription/resume': signedInOnly(undefined, {
    another: 409,
    blocked: 409,
    admin: 409,
    owner: 409,
  }),
};

const theCourse = async (scene: AccessFixtures) => ({ params: { code: await scene.course() } });
const courseFile = () => ({ body: { csv: 'code,title,term,isbn,requirement\nCS 201,Algorithms,,,' } });

const around: Record<
  keyof (CourseEndpoints &
    EditionEndpoints &
    PriceEndpoints &
    ProfileEndpoints &
    FavoriteEndpoints &
    PhotoEndpoints &
    BlockEndpoints),
  AccessRow
> = {
  'GET /api/courses': everybody(),
  'GET /api/courses/:code': everybody(theCourse),
  'GET /api/users/me/courses': signedInOnly(),
  'PUT /api/users/me/courses/:code': signedInOnly(theCourse),
  'DELETE /api/users/me/courses/:code': signedInOnly(theCourse),
  'POST /api/admin/courses/preview': team(courseFile),
  'POST /api/admin/courses/refused': team(courseFile),
  'POST /api/admin/courses/import': team(courseFile),
  'PUT /api/admin/courses/:code/books/:isbn/accepts': team(async (scene) => ({
    params: { code: await scene.course(), isbn: '9780262046305' },
    body: { accepts: 'any' },
  })),
  'GET /api/admin/courses/export': team(),
  'GET /api/price-notices': signedInOnly(),
  'POST /api/price-notices/seen': signedInOnly(() => ({ body: { upTo: '2026-01-01T00:00:00.000Z' } })),
  'GET /api/market': everybody(),
  'GET /api/price-guidance': everybody(() => ({ query: { isbn: '9780262046305', condition: 'Good' } })),
  'GET /api/users/:id': everybody((scene) => ({ params: { id: scene.owner.id } })),
  'GET /api/editions/:isbn': signedInOnly(() => ({ params: { isbn: '9780262046305' } })),
  'GET /api/works/:isbn': everybody(() => ({ params: { isbn: '9780262046305' } })),
  'GET /api/works/:isbn/other-listings': everybody(() => ({ params: { isbn: '9780262046305' } })),
  'GET /api/admin/works': team(),
  'POST /api/admin/works/join': team(() => ({ body: { isbns: ['9781119110668', '9780000000002'] } }), 404),
  'POST /api/admin/works/split': team(() => ({ body: { isbn: '9781119110668' } }), 404),
  'POST /api/objects/upload': signedInOnly(),
  'GET /api/favorites': signedInOnly(ofOwner, theirs),
  'GET /api/favorites/ids': signedInOnly(),
  'POST /api/favorites/toggle': signedInOnly(async (scene) => ({
    body: { bookId: await scene.book(), favorited: true },
  })),
  'GET /api/blocks': signedInOnly(),
  'PUT /api/blocks/:userId': signedInOnly((scene) => ({ params: { userId: scene.cast.bystander.id } })),
  'DELETE /api/blocks/:userId': signedInOnly((scene) => ({ params: { userId: scene.cast.bystander.id } })),
};

const notifications: Record<keyof NotificationEndpoints, AccessRow> = {
  'GET /api/notifications/key': everybody(),
  'PUT /api/users/me/push-token': signedInOnly(() => ({ body: { token: device() } })),
  'DELETE /api/users/me/push-token': signedInOnly(() => ({ body: { endpoint: device().endpoint } })),
  'GET /api/users/me/notifications': signedInOnly(),
  'PATCH /api/users/me/notifications': signedInOnly(() => ({ body: { mailMessages: false } })),
};

/** A browser's push subscription. */
const device = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  },
});

export const endpointAccess: Record<keyof Calls, AccessRow> = {
  ...books,
  ...slips,
  ...conversations,
  ...money,
  ...around,
  ...notifications,
  ...accountAccess,
  ...administrationAccess,
  ...decisionAccess,
  ...meetingAccess,
  ...moderationAccess,
  ...neighborAccess,
  ...noticeAccess,
  ...tradeAccess,
  ...reviewAccess,
  ...wantedAccess,
};
