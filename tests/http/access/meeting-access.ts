import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { MeetingEndpoints } from '#features/meetings/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, administrators, everybody } from './roles.ts';

const aPlace = () => ({ name: `Library ${randomUUID()}`, hint: 'By the desk' });

async function thePlace({ cast }: AccessFixtures) {
  const { status, body } = await cast.people.admin.post('/api/admin/places', aPlace());
  expect(status).toBe(201);
  return { params: { id: body.id } };
}

export const meetingAccess: Record<keyof MeetingEndpoints, AccessRow> = {
  'GET /api/places': everybody(),
  'POST /api/admin/places': administrators(() => ({ body: aPlace() })),
  'PATCH /api/admin/places/:id': administrators(async (fixtures) => ({
    ...(await thePlace(fixtures)),
    body: aPlace(),
  })),
  'DELETE /api/admin/places/:id': administrators(thePlace),
  'PUT /api/admin/places/order': administrators(async ({ cast }) => {
    const { places } = (await cast.app.visitor().get('/api/places')).body;
    return { body: { ids: places.map(({ id }: { id: string }) => id) } };
  }),
};
