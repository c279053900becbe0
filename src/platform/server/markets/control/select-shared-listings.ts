import type { SharedListing, SharedListingFilters } from '../neighbor-store.ts';

export type ListingRow = SharedListing & { market: number };

/**
 * The listings of each neighbor of a market, at most `limit` of one. The agreement and the state of the neighbor are
 * read with them, so that no listing outlasts either.
 */
export function selectListings(
  number: number,
  filters: SharedListingFilters,
  { limit, now }: { limit: number; now: Date },
): { text: string; values: unknown[] } {
  const values: unknown[] = [number, now, limit];
  const add = (value: unknown) => `$${values.push(value)}`;
  const { words = [], subject, minPrice, maxPrice, currency, conditions, hasPhoto, sort } = filters;
  const conditionsSql = [
    'l.market = n.number AND l.ends_at > $2',
    ...(words.length > 0 ? [`l.search @@ ${add(toQuery(words))}::tsquery`] : []),
    ...(subject === undefined ? [] : [`l.subject = ${add(subject)}`]),
    ...(minPrice === undefined && maxPrice === undefined ? [] : [`l.currency = ${add(currency)}`]),
    ...(minPrice === undefined ? [] : [`l.price >= ${add(minPrice)}`]),
    ...(maxPrice === undefined ? [] : [`l.price <= ${add(maxPrice)}`]),
    ...(conditions === undefined ? [] : [`l.condition = ANY (${add(conditions)})`]),
    ...(hasPhoto === undefined ? [] : ['l.has_photo']),
  ];
  const order = sort === 'price' ? 'l.price, l.listed_at DESC, l.id' : 'l.listed_at DESC, l.id';
  const text = `SELECT found.* FROM (
      SELECT other AS number FROM control.neighbors WHERE market = $1 AND agreed_at IS NOT NULL
      UNION ALL
      SELECT market FROM control.neighbors WHERE other = $1 AND agreed_at IS NOT NULL
    ) n
    JOIN control.markets m ON m.number = n.number AND m.state = 'active' AND m.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT l.market, l.id, l.title, l.author, l.isbn, l.subject, l.condition, l.price, l.currency,
        l.has_photo AS "hasPhoto", l.listed_at AS "listedAt"
      FROM control.shared_listings l WHERE ${conditionsSql.join(' AND ')} ORDER BY ${order} LIMIT $3
    ) found`;
  return { text, values };
}

/** Words of letters, digits and marks alone need no more than quotes. */
const toQuery = (words: readonly string[]): string =>
  words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');
