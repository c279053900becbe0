import type { DealEndpoints } from '#features/trades/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, owners, signedInOnly } from './roles.ts';

const theBook = async (fixtures: AccessFixtures) => ({ params: { id: await fixtures.book() } });

/** The owner sells, and buys from the bystander. */
export const dealAccess: Record<keyof DealEndpoints, AccessRow> = {
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
