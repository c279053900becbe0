import { randomUUID } from 'node:crypto';
import type { OfferEndpoints } from '#features/trades/offer-contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, owners, participants } from './roles.ts';

const fromBuyer = async (fixtures: AccessFixtures) => ({ params: { id: await fixtures.offerOfBuyer() } });
const theConversation = (fixtures: AccessFixtures) => ({ params: { id: fixtures.conversationId } });

/** Repeated, because a conversation has one pending offer. */
const CLIENT_MESSAGE_ID = randomUUID();

/** Offers of the owner's conversation with the blocked user. */
export const offerAccess: Record<keyof OfferEndpoints, AccessRow> = {
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
};
