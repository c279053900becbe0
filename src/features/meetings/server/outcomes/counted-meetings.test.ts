import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';

const BEGIN = new Date('2026-09-01T12:00:00Z');

const rendered: string[] = [];
const world = useTestWorld({ pages: createFakePageSource(rendered) });
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE missed_meetings');
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
});

const pause = (days: number) => world.app.clock.advance(days * DAY_MS);

/** The id of a meeting of the buyer and a seller that is over. */
async function meet(seller: TestClient): Promise<string> {
  const { id: bookId } = await world.createBook({}, seller);
  const { id } = (await world.buyer.post('/api/conversations', { bookId })).body;
  expect((await seller.post(`/api/conversations/${id}/reservations`)).status).toBe(200);
  const input = { place: 'Café', day: '2026-09-02', time: '14:00', clientMessageId: randomUUID() };
  const meeting = (await world.buyer.post(`/api/conversations/${id}/meetings`, input)).body;
  expect((await seller.post(`/api/meetings/${meeting.id}/accept`)).status).toBe(200);
  world.app.clock.advance(
    new Date(meeting.startsAt).getTime() + DAY_MS / 24 - world.app.clock.now().getTime(),
  );
  await world.app.app.context.jobs.runNow('remind-of-meetings');
  return meeting.id;
}
const answer = (by: TestClient, id: string, met: boolean) => by.post(`/api/meetings/${id}/outcome`, { met });

describe('a profile', () => {
  /** Two others have said it before. */
  const sayBefore = () =>
    world.app.database.pool.query(
      `INSERT INTO missed_meetings (meeting_id, user_id, said_by_mailbox, started_at, said_at)
       SELECT gen_random_uuid(), $1, 'mailbox ' || n, $2, $2 FROM generate_series(1, 2) n`,
      [world.seller.id, BEGIN],
    );
  const readCount = async () =>
    (await world.app.visitor().get(`/api/users/${world.seller.id}`)).body.missedMeetings;
  const visitPage = () => world.app.visitor().get(`/user/${world.seller.id}`);

  it('tells of three missed meetings after a week, and it and its page of none once one is disputed', async () => {
    await sayBefore();
    const id = await meet(world.seller);
    await answer(world.buyer, id, false);
    pause(6.9);
    expect(await readCount()).toBe(0);
    pause(0.2);
    expect(await readCount()).toBe(3);
    await visitPage();
    rendered.length = 0;
    expect((await answer(world.seller, id, true)).status).toBe(200);
    expect(await readCount()).toBe(0);
    await visitPage();
    expect(rendered).toEqual([`/user/${world.seller.id}`]);
  });

  it('forgets after a year what it counted', async () => {
    await sayBefore();
    pause(366);
    await world.app.app.context.jobs.runNow('delete-old-missed-meetings');
    expect((await world.app.database.pool.query('SELECT FROM missed_meetings')).rows).toEqual([]);
  });
});

describe('the data of a user', () => {
  it('has what is said of them and by them, without the mailbox of who says it; it goes with them', async () => {
    const accused = await world.app.signedInClient('A Seller');
    await world.app.verifyEmails();
    const meetingId = await meet(accused);
    await answer(world.buyer, meetingId, false);
    const file = (await accused.get('/api/users/me/export')).body;
    expect(file.missedMeetings).toEqual([
      { startedAt: '2026-09-02T14:00:00.000Z', saidAt: expect.any(String), disputedAt: null },
    ]);
    expect(file.meetingAnswers).toMatchObject([{ met: false, answeredByYou: false }]);
    expect((await world.buyer.get('/api/users/me/export')).body).toMatchObject({
      missedMeetings: [],
      meetingAnswers: [{ met: false, answeredByYou: true }],
    });
    await world.app.app.accounts.deleteUser(accused.id);
    for (const table of ['missed_meetings', 'meeting_answers', 'meeting_questions'])
      expect(
        (await world.app.database.pool.query(`SELECT FROM ${table} WHERE meeting_id = $1`, [meetingId])).rows,
      ).toEqual([]);
  });
});
