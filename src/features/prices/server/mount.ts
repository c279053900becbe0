import { bookChanged } from '#features/books/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { Live } from '#features/live/server/public.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { priceEndpoints } from '../contract.ts';
import { carryOverPriceNotices, selectFormerPriceNotices } from './carry-over.ts';
import { LOWER_PRICE_QUEUE, type LowerPriceJob } from './book-prices.ts';
import { findPriceBand } from './find-price-band.ts';
import { listPriceNotices, markPriceNoticesSeen } from './list-price-notices.ts';
import { forwardPriceEvents } from './price-events.ts';
import { deleteOldPriceNotices, notifyOfLowerPrice } from './notify-of-lower-price.ts';
import { deleteOldPrices } from './track-price.ts';

/** Mounts price guidance, which is cached like the lists of books, and the notices of lower prices. */
export async function mountPrices(context: ServerContext, { live }: { live: Live }): Promise<void> {
  forwardPriceEvents(live);
  const { endpoints, database, clock, events, metrics, jobs, services } = context;
  const cache = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    byUrl: true,
    entries: 500,
  });
  metrics.cache('price-guidance', cache);
  events.subscribe(bookChanged, () => cache.clear());
  events.subscribe(busResumed, () => cache.clear());
  endpoints.mount(
    priceEndpoints,
    {
      'GET /api/market': () => toMarket(context.market),
      'GET /api/price-guidance': ({ query }) => findPriceBand(context, query, clock.now()),
      'GET /api/price-notices': ({ actor }) => listPriceNotices(context, actor),
      'POST /api/price-notices/seen': ({ actor, body }) =>
        markPriceNoticesSeen(context, actor, new Date(body.upTo)),
    },
    { cache: { 'GET /api/price-guidance': cache } },
  );
  await jobs.handle<LowerPriceJob>(LOWER_PRICE_QUEUE, (job) => notifyOfLowerPrice(context, job));
  await jobs.schedule('delete-old-prices', '29 3 * * *', () => deleteOldPrices(database, clock.now()));
  await jobs.schedule('carry-over-price-notices', '* * * * *', () => carryOverPriceNotices(context), {
    due: selectFormerPriceNotices,
    nextDue: nowIfAny(selectFormerPriceNotices),
  });
  await jobs.schedule('delete-old-price-notices', '34 3 * * *', () => deleteOldPriceNotices(context));
}

const toMarket = ({ currency, languages, region, timeZone, prices }: ServerContext['market']) => ({
  currency: currency.code,
  digits: currency.digits,
  languages: [...languages],
  region,
  timeZone,
  highestPrice: prices.highest,
  smallestOffer: prices.smallestOffer,
});
