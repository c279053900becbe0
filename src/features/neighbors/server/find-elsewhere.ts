import type { BookFilters } from '#features/books/filters.ts';
import { formatFilters } from '#features/books/filters.ts';
import { toIsbn13 } from '#features/books/isbn.ts';
import { conditions, type Condition } from '#features/books/rules.ts';
import { searchWords } from '#features/books/search-words.ts';
import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import type {
  NeighborListings,
  NeighborStore,
  SharedListing,
  SharedListingFilters,
} from '#platform/server/markets/neighbor-store.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { currencyOf } from '#platform/shared/market/currencies.ts';
import type { Elsewhere, SharedListingCard } from '../contract.ts';
import { type Coordinates, distanceKm, MAX_SHOWN_LISTINGS } from '../rules.ts';

/** Pages wait no longer for the directory. */
const TIMEOUT_MS = 1_000;

type Context = Pick<ServerContext, 'clock' | 'log' | 'market'>;

/** What the neighbors have for these filters, the nearest first. None while the directory is away. */
export async function findElsewhere(
  { clock, log, market }: Context,
  filters: BookFilters,
  { store, coordinates }: { store: NeighborStore; coordinates: Coordinates | null },
): Promise<Elsewhere[]> {
  const wanted = toFacts(filters, market.currency.code);
  if (wanted === null) return [];
  try {
    const finding = store.findListings(wanted, MAX_SHOWN_LISTINGS + 1, clock.now());
    const found = await withTimeout(finding, TIMEOUT_MS);
    return found
      .map(withKnownFacts)
      .filter(({ listings }) => listings.length > 0)
      .map((neighbor) => toElsewhere(neighbor, filters, coordinates))
      .toSorted((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity) || 0);
  } catch (error) {
    log.warn({ err: error }, 'listings of neighbors could not be read');
    return [];
  }
}

/** Null: the facts that neighbors share say nothing of it. */
function toFacts(filters: BookFilters, currency: string): SharedListingFilters | null {
  const { search, course, accessCode, minCondition, hasPhotos, sort, ...others } = filters;
  if (course !== undefined || accessCode !== undefined) return null;
  const isbn = search === undefined ? null : toIsbn13(search);
  const words = search === undefined ? undefined : isbn === null ? searchWords(search) : [isbn];
  if (words?.length === 0) return null;
  return {
    ...others,
    currency,
    ...(words !== undefined && { words }),
    ...(minCondition !== undefined && {
      conditions: conditions.slice(0, conditions.indexOf(minCondition) + 1),
    }),
    ...(hasPhotos && { hasPhoto: true }),
    ...(sort === 'price' && { sort }),
  };
}

/** The directory checks types and lengths only, and another campus may run another version: pages word each condition. */
const withKnownFacts = (neighbor: NeighborListings): NeighborListings => ({
  ...neighbor,
  listings: neighbor.listings.filter(({ condition }) => conditions.some((known) => known === condition)),
});

function toElsewhere(
  { origin, name, coordinates, listings }: NeighborListings,
  filters: BookFilters,
  own: Coordinates | null,
): Elsewhere {
  const query = formatFilters(filters);
  return {
    name,
    distance: distanceKm(own, coordinates),
    url: query.size === 0 ? `${origin}/` : `${origin}/?${query}`,
    hasMore: listings.length > MAX_SHOWN_LISTINGS,
    listings: listings.slice(0, MAX_SHOWN_LISTINGS).map((listing) => toCard(listing, origin)),
  };
}

function toCard(listing: SharedListing, origin: string): SharedListingCard {
  const { hasPhoto: _, ...facts } = listing;
  return {
    ...facts,
    condition: facts.condition as Condition,
    digits: currencyOf(facts.currency).digits,
    listedAt: facts.listedAt.toISOString(),
    url: `${origin}/book/${facts.id}`,
  };
}
