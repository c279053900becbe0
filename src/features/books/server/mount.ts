import { profileChanged } from '#features/accounts/server/public.ts';
import { isRecentId } from '#platform/server/new-id.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/caller.ts';
import { type Handlers, toCacheKey } from '#platform/server/http/endpoint-registry.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Live } from '#features/live/server/public.ts';
import { type Book, bookEndpoints } from '../contract.ts';
import type { BookFilters } from '../filters.ts';
import { bookChanged, type BookContext, type BookHook, type FirstListingHook } from './book-events.ts';
import type { BookPrices } from './book-prices.ts';
import type { BookWorks } from './works/book-works.ts';
import type { BookRecord } from './book-row.ts';
import { forwardBookEvents } from './forward-book-events.ts';
import { mountShareImages, type ShareImageOptions } from './share-image/mount-share-images.ts';
import { createBook } from './create-book.ts';
import { readAllowance } from './write-book.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';
import { deleteBook, restoreBook } from './delete-book.ts';
import { editBook } from './edit-book.ts';
import { askToRenew } from './expiry/ask-to-renew.ts';
import { expireBoosts, selectBoostsToExpire, selectNextBoostEnd } from './expiry/expire-boosts.ts';
import { expireListings, selectListingsToExpire, selectNextListingEnd } from './expiry/expire-listings.ts';
import { renewBook } from './expiry/renew-book.ts';
import type { ListPaging } from './list/list-cursor.ts';
import { getBookRow, getOwnBookRow, listBooksByEnd, listBooksOfUser, listOwnBooks } from './find-books.ts';
import { toOwnBooks } from './hidden/to-own-books.ts';
import {
  deleteOldViews,
  purgeDeletedBooks,
  selectBooksToPurge,
  selectNextPurge,
} from './purge-deleted-books.ts';
import { type Corrections, CorrectionSlots } from './search/correction-slots.ts';
import { mountSearchLanguages } from './search/search-languages.ts';
import { recountSearchTerms } from './search/search-terms.ts';
import { countMatches } from './filters/count-matches.ts';
import { type CourseIsbns, findFilteredBooks } from './filters/find-filtered-books.ts';

type BooksOptions = ShareImageOptions & {
  live: Live;
  listingDays: number;
  courseIsbns: CourseIsbns;
  bookHook: BookHook;
  firstListingHook: FirstListingHook | null;
  prices: BookPrices;
  works: BookWorks;
};

export type Books = {
  /** Writes the views collected so far. */
  flushViews(): Promise<void>;
  /** Flushes the pending views. */
  close(): Promise<void>;
};

/** Mounts the endpoints of listings, their images for link previews, live updates and scheduled jobs. */
export async function mountBooks(
  context: ServerContext,
  { live, listingDays, courseIsbns, bookHook, firstListingHook, prices, works, ...shareImages }: BooksOptions,
): Promise<Books> {
  const cache = createBookCache(context);
  const views = createViewCounter(context, (bookIds) => bookIds.forEach(cache.deleteBook));
  const services = { ...context, listingDays, bookHook, firstListingHook, prices, works };
  context.endpoints.mount(
    bookEndpoints,
    {
      ...readHandlers(services, works, courseIsbns),
      ...ownHandlers(services),
      ...writeHandlers(services, views),
    },
    {
      cache: {
        'GET /api/books': cache.lists,
        'GET /api/books/count': cache.lists,
        'GET /api/users/:id/books': cache.lists,
        'GET /api/books/:id': cache.details,
      },
    },
  );
  forwardBookEvents(live);
  mountShareImages(context, shareImages);
  await mountSearchLanguages(context);
  await scheduleUpkeep(context);
  return { close: () => views.close(), flushViews: () => views.flush() };
}

/** Responses of the public endpoints, cleared when a book or its seller changes. */
function createBookCache({ clock, events, metrics, database, services }: ServerContext) {
  const options = {
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    byUrl: true,
    isDivided: database.replica !== null,
    stale: { mark: (json: string) => json },
  };
  const lists = new ResponseCache({ ...options, entries: 500 });
  const details = new ResponseCache({ ...options, entries: 1_000 });
  metrics.cache('book-lists', lists);
  metrics.cache('books', details);
  const clear = () => {
    lists.clear();
    details.clear();
  };
  const deleteBook = (id: string) => details.delete(toCacheKey('GET /api/books/:id', { id }));
  events.subscribe(bookChanged, ({ bookId }) => {
    lists.clear();
    deleteBook(bookId);
  });
  events.subscribe(profileChanged, ({ userId }) => {
    lists.clearContaining(userId);
    details.clearContaining(userId);
  });
  events.subscribe(busResumed, clear);
  return { lists, details, deleteBook };
}

type Reads = `GET ${string}` & keyof typeof bookEndpoints;
type OwnReads = 'GET /api/books/allowance' | 'GET /api/books/mine/:id';

function readHandlers(
  { database, clock, prices }: ServerContext & BookContext,
  works: BookWorks,
  courseIsbns: CourseIsbns,
): Pick<Handlers<typeof bookEndpoints>, Exclude<Reads, OwnReads>> {
  const corrections = new CorrectionSlots();
  const find = (from: ReadableDatabase, filters: ListPaging & BookFilters, allowed: Corrections) =>
    findFilteredBooks(from, filters, { now: clock.now(), corrections: allowed, courseIsbns, works });
  const toBooks = async (from: ReadableDatabase, page: Page<BookRecord>): Promise<Page<Book>> => ({
    ...page,
    items: await prices.toBooks(from, page.items, clock.now()),
  });
  /** What anonymous requests read may be some seconds old. */
  const read = <T>(
    { isAnonymous }: Caller,
    work: (from: ReadableDatabase) => Promise<T>,
    options?: { mayBeNew: boolean },
  ): Promise<T> =>
    database.replica !== null && isAnonymous === true
      ? database.replica.read(database, work, options)
      : work(database);
  return {
    'GET /api/books': ({ query, caller, keepUncached }) =>
      read(caller, async (from) =>
        toBooks(from, await find(from, query, corrections.of(caller.ip, keepUncached))),
      ),
    'GET /api/books/count': ({ query, caller, keepUncached }) =>
      read(caller, (from) =>
        countMatches(
          (filters, paging) =>
            find(from, { ...filters, ...paging, isCounted: true }, corrections.of(caller.ip, keepUncached)),
          query,
        ),
      ),
    'GET /api/books/:id': ({ params, caller }) =>
      read(
        caller,
        async (from) => {
          const row = await getBookRow(from, params.id);
          const [book] = await prices.toBooks(from, [row], clock.now());
          return book!;
        },
        { mayBeNew: isRecentId(params.id, clock.now()) },
      ),
    'GET /api/books/user/:userId': async ({ actor, params: { userId }, query: { sort, ...paging } }) => {
      const filter = { ...paging, userId };
      const now = clock.now();
      if (sort === 'ending') return toBooks(database, await listBooksByEnd(database, filter, now));
      if (actor?.id !== userId) return toBooks(database, await listBooksOfUser(database, filter, now));
      const page = await listOwnBooks(database, filter);
      return { ...page, items: await toOwnBooks({ prices }, database, page.items, now) };
    },
    'GET /api/users/:id/books': async ({ params, query }) =>
      toBooks(database, await listBooksOfUser(database, { ...query, userId: params.id }, clock.now())),
  };
}

/** For sellers, of their own listings. */
const ownHandlers = ({
  database,
  clock,
  prices,
}: ServerContext & BookContext): Pick<Handlers<typeof bookEndpoints>, OwnReads> => ({
  'GET /api/books/allowance': ({ actor }) => readAllowance(database, actor.id, clock.now()),
  'GET /api/books/mine/:id': async ({ actor, params }) => {
    const row = await getOwnBookRow(database, actor.id, params.id);
    const [book] = await toOwnBooks({ prices }, database, [row], clock.now());
    return book!;
  },
});

function writeHandlers(
  context: ServerContext & BookContext,
  views: ViewCounter,
): Omit<Handlers<typeof bookEndpoints>, `GET ${string}`> {
  const { clock } = context;
  return {
    'POST /api/books': ({ actor, body }) => createBook(context, actor.id, body, clock.now()),
    'PATCH /api/books/:id': ({ actor, params, body }) =>
      editBook(context, actor, params.id, body, clock.now()),
    'DELETE /api/books/:id': ({ actor, params }) => deleteBook(context, actor.id, params.id, clock.now()),
    'POST /api/books/:id/restore': ({ actor, params }) =>
      restoreBook(context, actor.id, params.id, clock.now()),
    'POST /api/books/:id/renew': ({ actor, params }) => renewBook(context, actor.id, params.id, clock.now()),
    'POST /api/books/:id/views': ({ actor, caller, params }) => ({
      counted: views.count(params.id, actor, caller, clock.now()),
    }),
  };
}

async function scheduleUpkeep(context: ServerContext): Promise<void> {
  const { jobs, database, clock } = context;
  await jobs.schedule('expire-boosts', '* * * * *', () => expireBoosts(context, clock.now()), {
    due: selectBoostsToExpire,
    nextDue: selectNextBoostEnd,
  });
  await jobs.schedule('expire-listings', '* * * * *', () => expireListings(context, clock.now()), {
    due: selectListingsToExpire,
    nextDue: selectNextListingEnd,
  });
  await jobs.schedule('ask-to-renew', '*/10 * * * *', () => askToRenew(context));
  await jobs.schedule('purge-deleted-books', '* * * * *', () => purgeDeletedBooks(database, clock.now()), {
    due: selectBooksToPurge,
    nextDue: selectNextPurge,
  });
  await jobs.schedule('delete-old-views', '17 3 * * *', () => deleteOldViews(database, clock.now()));
  await jobs.schedule('recount-search-terms', '41 3 * * *', () => recountSearchTerms(database));
}
