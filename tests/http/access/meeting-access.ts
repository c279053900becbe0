import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { MeetingEndpoints } from '#features/meetings/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { algorithms } from '../../support/server/test-world.ts';
import { type AccessRow, team, everybody, owners, participants } from './roles.ts';

const aPlace = () => ({ name: `Library ${randomUUID()}`, hint: 'By the desk' });

async function thePlace({ cast }: AccessFixtures) {
  const { status, body } = await cast.people.admin.post('/api/admin/places', aPlace());
  expect(status).toBe(201);
  return { params: { id: body.id } };
}

const aMeeting = ({ cast }: AccessFixtures) => ({
  place: 'Library entrance',
  day: new Date(cast.app.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
  time: '14:00',
});

/** One for all roles of a row: the listings of a day are limited. */
const proposed = new WeakMap<AccessFixtures, Promise<string>>();

async function theMeeting(fixtures: AccessFixtures) {
  const id = proposed.get(fixtures) ?? proposeMeeting(fixtures);
  proposed.set(fixtures, id);
  return { params: { id: await id } };
}

/** Of a bystander and the owner, proposed by the first for a reserved listing of the other. */
async function proposeMeeting(fixtures: AccessFixtures): Promise<string> {
  const { owner, cast } = fixtures;
  const listing = { ...algorithms, clientListingId: randomUUID() };
  const bookId = (await owner.post('/api/books', listing)).body.id;
  const { id } = (await cast.bystander.post('/api/conversations', { bookId })).body;
  expect((await owner.post(`/api/conversations/${id}/reservations`)).status).toBe(200);
  const { status, body } = await cast.bystander.post(`/api/conversations/${id}/meetings`, aMeeting(fixtures));
  expect(status).toBe(200);
  return body.id;
}

async function theAcceptedMeeting(fixtures: AccessFixtures) {
  const meeting = await theMeeting(fixtures);
  expect((await fixtures.owner.post(`/api/meetings/${meeting.params.id}/accept`)).status).toBe(200);
  return meeting;
}

export const meetingAccess: Record<keyof MeetingEndpoints, AccessRow> = {
  // The book is not reserved for the other one, who is blocked.
  'POST /api/conversations/:id/meetings': participants(
    (fixtures) => ({ params: { id: fixtures.conversationId }, body: aMeeting(fixtures) }),
    { owner: 409, blocked: 409 },
  ),
  'POST /api/meetings/:id/accept': owners(theMeeting),
  'POST /api/meetings/:id/change': owners(async (fixtures) => ({
    ...(await theMeeting(fixtures)),
    body: aMeeting(fixtures),
  })),
  'POST /api/meetings/:id/cancel': owners(theMeeting),
  // Both may answer after the meeting: see no-shows.test.ts.
  'POST /api/meetings/:id/outcome': owners(
    async (fixtures) => ({ ...(await theMeeting(fixtures)), body: { met: true } }),
    { owner: 409 },
  ),
  'POST /api/meetings/:id/outcome/reply': owners(
    async (fixtures) => ({ ...(await theMeeting(fixtures)), body: { text: 'I was there.' } }),
    { owner: 409 },
  ),
  'GET /api/meetings/:id/calendar': owners(theAcceptedMeeting),
  'GET /api/places': everybody(),
  'POST /api/admin/places': team(() => ({ body: aPlace() })),
  'PATCH /api/admin/places/:id': team(async (fixtures) => ({
    ...(await thePlace(fixtures)),
    body: aPlace(),
  })),
  'DELETE /api/admin/places/:id': team(thePlace),
  'PUT /api/admin/places/order': team(async ({ cast }) => {
    const { places } = (await cast.app.visitor().get('/api/places')).body;
    return { body: { ids: places.map(({ id }: { id: string }) => id) } };
  }),
};
