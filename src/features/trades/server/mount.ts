import { messageRateLimit } from '#features/conversations/rules.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { tradeEndpoints } from '../contract.ts';
import { listPossibleBuyers } from './buyers/list-possible-buyers.ts';
import { listTrades } from './buyers/list-trades.ts';
import { nameBuyer } from './buyers/name-buyer.ts';
import { listSaleQuestions, respondToQuestion } from './buyers/respond-to-question.ts';
import { endOverdueTrades, selectOverdueBooks, selectNextOverdue } from './end-overdue-trades.ts';
import { confirmHandover } from './handover/confirm-handover.ts';
import { counterOffer, makeOffer } from './offers/make-offer.ts';
import { respondToOffer } from './offers/respond-to-offer.ts';
import {
  askToSellAgain,
  dismissResaleQuestion,
  listResaleQuestions,
  notifyOfResaleQuestions,
} from './resale/resale-questions.ts';
import { cancelReservation, reserveBook } from './reservations/reserve-book.ts';
import { getBought, listBought } from './sales/list-bought.ts';
import { deleteOldMailboxes, type SellingContext } from './sales/record-confirmed-sale.ts';

type TradeOptions = Pick<SellingContext, 'listingDays' | 'bookHook' | 'reservationHook' | 'saleHook'> & {
  /** Last days: '2026-12-18'. */
  semesterEnds: readonly string[];
  /** The campus's IANA time zone. */
  timeZone: string;
  unlimited: boolean;
};

/** Mounts the endpoints of trades, from an offer to a bought book, and the jobs that time makes due. */
export async function mountTrades(
  context: ServerContext,
  { semesterEnds, timeZone, unlimited, ...options }: TradeOptions,
): Promise<void> {
  const { endpoints, database, clock, jobs, limits } = context;
  const services = { ...context, ...options };
  /** Shared with messages. */
  const limit = async (userId: string) => {
    if (!unlimited) await limits.consume(messageRateLimit, userId);
  };
  // Ends overdue reservations, too. The name is stored, and shared with processes of other versions.
  await jobs.schedule('end-overdue-offers', '* * * * *', () => endOverdueTrades(services), {
    due: selectOverdueBooks,
    nextDue: selectNextOverdue,
  });
  await jobs.schedule('delete-old-sale-mailboxes', '11 3 * * *', () => deleteOldMailboxes(context));
  await jobs.schedule('ask-to-sell-again', '*/10 * * * *', async () => {
    await askToSellAgain(context, { semesterEnds, timeZone });
    await notifyOfResaleQuestions(context);
  });
  endpoints.mount(tradeEndpoints, {
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
    'POST /api/reservations/:id/confirm': ({ actor, params, body }) =>
      confirmHandover(services, actor, { ...params, ...body }),
    'GET /api/books/:id/possible-buyers': ({ actor, params }) =>
      listPossibleBuyers(database, actor, params.id),
    'POST /api/books/:id/named-sale': ({ actor, params, body }) =>
      nameBuyer(services, actor, { bookId: params.id, buyerId: body.buyerId }),
    'POST /api/named-sales/:id/response': ({ actor, params, body }) =>
      respondToQuestion(services, actor, { saleId: params.id, received: body.received }),
    'GET /api/users/me/sale-questions': ({ actor }) => listSaleQuestions(database, actor.id, clock.now()),
    'GET /api/users/me/deals': ({ actor, query }) =>
      listTrades(database, { actorId: actor.id, bookIds: query.bookIds }, clock.now()),
    'GET /api/users/me/bought': ({ actor, query }) => listBought(database, actor.id, query),
    'GET /api/users/me/bought/:id': ({ actor, params }) => getBought(database, actor.id, params.id),
    'GET /api/users/me/resale-questions': ({ actor }) => listResaleQuestions(database, actor.id, clock.now()),
    'POST /api/users/me/resale-questions/:id/dismiss': ({ actor, params }) =>
      dismissResaleQuestion(context, actor.id, params.id),
  });
}
