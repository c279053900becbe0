import type { ServerContext } from '#platform/server/server-context.ts';
import { messageRateLimit } from '#features/conversations/rules.ts';
import { offerEndpoints } from '../offer-contract.ts';
import { respondToOffer } from './offers/respond-to-offer.ts';
import { endOverdueOffers, selectOverdueBooks } from './offers/end-offers.ts';
import { counterOffer, makeOffer } from './offers/make-offer.ts';
import type { ReservationHook } from './reservations/settle-book.ts';
import { cancelReservation, reserveBook } from './reservations/reserve-book.ts';

type OffersOptions = {
  reservationHook: ReservationHook;
  unlimited: boolean;
};

/** Mounts the endpoints of offers and reservations, and the job that ends what is over. */
export async function mountOffers(
  context: ServerContext,
  { reservationHook, unlimited }: OffersOptions,
): Promise<void> {
  const { endpoints, jobs, limits } = context;
  const services = { ...context, reservationHook };
  /** Shared with messages. */
  const limit = async (userId: string) => {
    if (!unlimited) await limits.consume(messageRateLimit, userId);
  };
  await jobs.schedule('end-overdue-offers', '* * * * *', () => endOverdueOffers(services), {
    due: selectOverdueBooks,
  });
  endpoints.mount(offerEndpoints, {
    'POST /api/conversations/:id/offers': async ({ actor, params, body }) => {
      await limit(actor.id);
      return makeOffer(services, actor, { ...body, conversationId: params.id });
    },
    'POST /api/offers/:id/accept': ({ actor, params }) =>
      respondToOffer(services, actor, params.id, 'accepted'),
    'POST /api/offers/:id/decline': ({ actor, params }) =>
      respondToOffer(services, actor, params.id, 'declined'),
    'POST /api/offers/:id/withdraw': ({ actor, params }) =>
      respondToOffer(services, actor, params.id, 'withdrawn'),
    'POST /api/offers/:id/counter': async ({ actor, params, body }) => {
      await limit(actor.id);
      return counterOffer(services, actor, { ...body, offerId: params.id });
    },
    'POST /api/conversations/:id/reservations': ({ actor, params }) =>
      reserveBook(services, actor, params.id),
    'POST /api/reservations/:id/cancel': ({ actor, params }) => cancelReservation(services, actor, params.id),
  });
}
