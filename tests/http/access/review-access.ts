import type { ReviewEndpoints } from '#features/reviews/contract.ts';
import { type AccessRow, everybody, owners, participants, signedInOnly } from './roles.ts';

export const reviewAccess: Record<keyof ReviewEndpoints, AccessRow> = {
  'POST /api/reservations/:id/review': participants(async (fixtures) => ({
    params: { id: await fixtures.sale() },
    body: { stars: 5 },
  })),
  'GET /api/users/me/review-requests': signedInOnly(async (fixtures) => {
    const { bookId } = fixtures.talk;
    await fixtures.sale(bookId);
    return { query: { bookId } };
  }),
  'POST /api/reviews/:id/reply': owners(async (fixtures) => ({
    params: { id: await fixtures.review() },
    body: { text: 'Thank you' },
  })),
  'GET /api/users/:id/reviews': everybody((fixtures) => ({ params: { id: fixtures.owner.id } })),
};
