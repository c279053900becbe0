import { randomUUID } from 'node:crypto';
import type { TradeEndpoints } from '#features/trades/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, owners, participants, signedInOnly } from './roles.ts';

const fromBuyer = async (fixtures: AccessFixtures) => ({ params: { id: await fixtures.offerOfBuyer() } });
const theConversation = (fixtures: AccessFixtures) => ({ params: { id: fixtures.conversationId } });
const theBook = async (fixtures: AccessFixtures) => ({ params: { id: await fixtures.book() } });

/** Repeated, because a conversation has one pending offer. */
const CLIENT_MESSAGE_ID = randomUUID();

/** Offers are in the owner's conversation with the blocked user. The owner sells, and buys from the bystander. */
export const tradeAccess: Record<keyof TradeEndpoints, AccessRow> = {
  'POST /api/conversations/:id/offers': participants(
    (fixtures) => ({
      ...theConversation(fixtures),
      body: { amount: 500, clientMessageId: CLIENT_MESSAGE_ID },
    }),
    { owner: 409 },
  ),
  'POST /api/offers/:id/accept': owners(fromBuyer),
  'POST /api/offers/:id/decline': owners(fromBuyer),
  'POST /api/offers/:id/counter': owners(async (fixtures) => ({
    ...(await fromBuyer(fixtures)),
    body: { amount: 500 },
  })),
  'POST /api/offers/:id/withdraw': owners(async (fixtures) => ({
    params: { id: await fixtures.offerOfOwner() },
  })),
  'POST /api/conversations/:id/reservations': owners(async (fixtures) => ({
    params: { id: await fixtures.newConversation() },
  })),
  'POST /api/reservations/:id/cancel': owners(async (fixtures) => ({
    params: { id: await fixtures.reservation() },
  })),
  'POST /api/reservations/:id/confirm': owners(async ({ owner, cast, newConversation }) => {
    const conversationId = await newConversation();
    const { body } = await owner.post(`/api/conversations/${conversationId}/reservations`);
    const shown = await cast.bystander.get(`/api/conversations/${conversationId}`);
    return { params: { id: body.id }, body: { code: shown.body.reservation.code } };
  }),
  'GET /api/books/:id/possible-buyers': owners(theBook),
  'POST /api/books/:id/named-sale': owners(async (fixtures) => {
    const { bookId } = await fixtures.bookWithPossibleBuyer();
    return { params: { id: bookId }, body: { buyerId: fixtures.cast.bystander.id } };
  }),
  'POST /api/named-sales/:id/response': owners(async (fixtures) => ({
    params: { id: await fixtures.saleToOwner() },
    body: { received: true },
  })),
  'GET /api/users/me/sale-questions': signedInOnly(),
  'GET /api/users/me/deals': signedInOnly(async (fixtures) => ({
    query: { bookIds: await fixtures.book() },
  })),
  'GET /api/users/me/bought': signedInOnly(async (fixtures) => {
    await fixtures.sellToOther(await fixtures.book());
    return {};
  }),
  'GET /api/users/me/bought/:id': owners(async (fixtures) => ({
    params: { id: await fixtures.bookOfOwner() },
  })),
  'GET /api/users/me/resale-questions': signedInOnly(),
  'POST /api/users/me/resale-questions/:id/dismiss': owners(async (fixtures) => ({
    params: { id: await fixtures.bookOfOwner() },
  })),
};
