import type { ReviewEndpoints } from '#features/reviews/contract.ts';
import { createSale } from '../../support/product/create-sale.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, everybody, owners, participants, signedInOnly } from './roles.ts';

/** Created when first read and then shared by all roles, like the other fixtures. */
const onceFor = (create: (fixtures: AccessFixtures) => Promise<string>) => {
  const created = new WeakMap<AccessFixtures, Promise<string>>();
  return (fixtures: AccessFixtures): Promise<string> => {
    const id = created.get(fixtures) ?? create(fixtures);
    created.set(fixtures, id);
    return id;
  };
};

const bookIdOf = ({ conversationId, cast: { talks } }: AccessFixtures): string =>
  Object.values(talks).find(({ id }) => id === conversationId)!.bookId;

const sale = onceFor((fixtures) => fixtures.sellToOther());

/** About the owner, public. */
export const createReview = async ({ cast: { app, bystander }, owner }: AccessFixtures): Promise<string> => {
  const saleId = await createSale(app, { sellerId: owner.id, buyerId: bystander.id });
  // As between verified users: the reviews of others are private.
  await app.database.pool.query('UPDATE confirmed_sales SET counts = true WHERE id = $1', [saleId]);
  const path = `/api/reservations/${saleId}/review`;
  await owner.post(path, { stars: 5 });
  return (await bystander.post(path, { stars: 5 })).body.id;
};
const review = onceFor(createReview);
const theReview = async (fixtures: AccessFixtures) => ({ params: { id: await review(fixtures) } });

export const reviewAccess: Record<keyof ReviewEndpoints, AccessRow> = {
  'POST /api/reservations/:id/review': participants(async (fixtures) => ({
    params: { id: await sale(fixtures) },
    body: { stars: 5 },
  })),
  'GET /api/users/me/review-requests': signedInOnly(async (fixtures) => {
    const bookId = bookIdOf(fixtures);
    await fixtures.sellToOther(bookId);
    return { query: { bookId } };
  }),
  'POST /api/reviews/:id/reply': owners(async (fixtures) => ({
    ...(await theReview(fixtures)),
    body: { text: 'Thank you' },
  })),
  'GET /api/users/:id/reviews': everybody((fixtures) => ({ params: { id: fixtures.owner.id } })),
};
