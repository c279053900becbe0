import type { ServerContext } from '#platform/server/server-context.ts';
import { dealEndpoints } from '../contract.ts';
import { respondToQuestion } from './buyers/respond-to-question.ts';
import type { DealOptions } from './buyers/deal-context.ts';
import { getBought, listBought } from './sales/list-bought.ts';
import { listDeals } from './buyers/list-deals.ts';
import { listPossibleBuyers } from './buyers/list-possible-buyers.ts';
import { listSaleQuestions } from './buyers/list-sale-questions.ts';
import { notifyOfResaleQuestions } from './resale/notify-of-resale-questions.ts';
import { nameBuyer } from './buyers/name-buyer.ts';
import { askToSellAgain, dismissResaleQuestion, listResaleQuestions } from './resale/resale-questions.ts';

type MountOptions = DealOptions & {
  /** Last days: '2026-12-18'. */
  semesterEnds: readonly string[];
  /** Of the campus, by the IANA. */
  timeZone: string;
};

/**
 * Mounts the endpoints of sales to users who wrote about a listing, and of bought books, and the job of the
 * question at the end of a semester.
 */
export async function mountDeals(
  context: ServerContext,
  { semesterEnds, timeZone, ...options }: MountOptions,
): Promise<void> {
  const { endpoints, database, clock, jobs } = context;
  const services = { ...context, ...options };
  await jobs.schedule('ask-to-sell-again', '*/10 * * * *', async () => {
    await askToSellAgain(context, { semesterEnds, timeZone });
    await notifyOfResaleQuestions(context);
  });
  endpoints.mount(dealEndpoints, {
    'GET /api/books/:id/possible-buyers': ({ actor, params }) =>
      listPossibleBuyers(database, actor.id, params.id),
    'POST /api/books/:id/named-sale': ({ actor, params, body }) =>
      nameBuyer(services, { actorId: actor.id, bookId: params.id, buyerId: body.buyerId }),
    'POST /api/named-sales/:id/response': ({ actor, params, body }) =>
      respondToQuestion(services, { actorId: actor.id, saleId: params.id, received: body.received }),
    'GET /api/users/me/sale-questions': ({ actor }) => listSaleQuestions(database, actor.id, clock.now()),
    'GET /api/users/me/deals': ({ actor, query }) =>
      listDeals(database, { actorId: actor.id, bookIds: query.bookIds }, clock.now()),
    'GET /api/users/me/bought': ({ actor, query }) => listBought(database, actor.id, query),
    'GET /api/users/me/bought/:id': ({ actor, params }) => getBought(database, actor.id, params.id),
    'GET /api/users/me/resale-questions': ({ actor }) => listResaleQuestions(database, actor.id, clock.now()),
    'POST /api/users/me/resale-questions/:id/dismiss': ({ actor, params }) =>
      dismissResaleQuestion(context, actor.id, params.id),
  });
}
