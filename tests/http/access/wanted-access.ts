import type { WantedEndpoints } from '#features/wanted/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { owners, signedInOnly, type AccessRow } from './roles.ts';

const theEntry = async (fixtures: AccessFixtures) => ({ params: { id: await fixtures.wantedEntry() } });

export const wantedAccess: Record<keyof WantedEndpoints, AccessRow> = {
  'GET /api/wanted': signedInOnly(),
  'POST /api/wanted': signedInOnly(() => ({ body: { isbn: '9780262046305' } })),
  'PATCH /api/wanted/:id': owners(async (fixtures) => ({
    ...(await theEntry(fixtures)),
    body: { maxPrice: 100 },
  })),
  'DELETE /api/wanted/:id': owners(theEntry),
  'GET /api/wanted/unseen': signedInOnly(),
  'POST /api/wanted/seen': signedInOnly(() => ({ body: { upTo: '2026-01-01T00:00:00.000Z' } })),
  'GET /api/wanted/students': signedInOnly(() => ({ query: { isbn: '9780262046305' } })),
  'GET /api/wanted/students/:bookId': owners(async (fixtures) => ({
    params: { bookId: await fixtures.book() },
  })),
};
