import { expect, it } from 'vitest';
import type { NeighborStore, SharedListing } from '#platform/server/markets/neighbor-store.ts';
import { testMarket } from '#tests/support/test-market.ts';
import { findElsewhere } from './find-elsewhere.ts';

const listing = (id: string, condition: string): SharedListing => ({
  id,
  title: 'Calculus',
  author: 'James Stewart',
  isbn: null,
  subject: 'Mathematics',
  condition,
  price: 900,
  currency: 'USD',
  hasPhoto: false,
  listedAt: new Date(0),
});
const neighbor = (host: string, listings: readonly SharedListing[]) => ({
  origin: `https://${host}`,
  host,
  name: host,
  coordinates: null,
  state: 'agreed' as const,
  isOpen: true,
  listings,
});

it('leaves out listings whose condition no page can word, and neighbors that have no others', async () => {
  const found = [
    neighbor('west.example', [listing('a', 'Good'), listing('b', '__proto__'), listing('c', 'Pristine')]),
    neighbor('east.example', [listing('d', '')]),
  ];
  const store = { findListings: async () => found } as unknown as NeighborStore;
  const context = {
    clock: { now: () => new Date(0) },
    log: { warn: (details: unknown) => expect.unreachable(String(details)) },
    market: testMarket,
  } as unknown as Parameters<typeof findElsewhere>[0];
  const shown = await findElsewhere(context, {}, { store, coordinates: null });
  expect(shown.map(({ name, listings }) => [name, listings.map(({ id }) => id)])).toEqual([
    ['west.example', ['a']],
  ]);
});
