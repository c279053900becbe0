import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';

const world = useTestWorld();

/** The first two are of one mailbox. */
const emails = ['pat@mail.example', 'pat+2@mail.example', 'lee@mail.example', 'kim@mail.example'];
const mailboxes = [0, 0, 1, 2];

type Side = 'buyer' | 'seller';
type Step =
  | { do: 'meet'; buyer: number; says: boolean }
  | { do: 'say'; which: number; by: Side; met: boolean }
  | { do: 'pass'; days: number }
  | { do: 'leave'; buyer: number };

const buyer = fc.nat(emails.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('meet' as const), buyer, says: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      which: fc.nat(5),
      by: fc.constantFrom<Side>('buyer', 'seller'),
      met: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      days: fc.constantFrom(0.1, 6.9, 7, 8, 15, 345),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), buyer }) },
);

type Met = {
  id: string;
  buyer: number;
  startsAt: number;
  said: Partial<Record<Side, { met: boolean; at: number }>>;
  /** When the buyer left. */
  goneAt: number | null;
};

const across = { buyer: 'seller', seller: 'buyer' } as const;

/** What a participant may say, by the words of the rules: 200, or why not. */
function say(meeting: Met, by: Side, met: boolean, now: number): number {
  if (meeting.goneAt !== null) return 404;
  const mine = meeting.said[by];
  if (mine !== undefined) return mine.met === met ? 200 : 409;
  const other = meeting.said[across[by]];
  const twoWeeks = meeting.startsAt + HOUR_MS + 14 * DAY_MS;
  const until = other?.met === false ? Math.max(twoWeeks, other.at + 7 * DAY_MS) : twoWeeks;
  if (now >= until) return 409;
  meeting.said[by] = { met, at: now };
  return 200;
}

function countMissed(meetings: readonly Met[], accused: Side, now: number): Set<number> {
  const counted = meetings.filter(({ said, startsAt, goneAt }) => {
    const accusation = said[across[accused]];
    if (accusation === undefined || accusation.met || said[accused] !== undefined) return false;
    const from = accusation.at + 7 * DAY_MS;
    return now >= from && now - startsAt < 365 * DAY_MS && (goneAt === null || goneAt >= from);
  });
  return new Set(counted.map((meeting) => mailboxes[meeting.buyer]!));
}

async function meet(by: TestClient): Promise<{ id: string; startsAt: number }> {
  const { clock } = world.app;
  const { id: bookId } = await world.createBook();
  const { id } = (await by.post('/api/conversations', { bookId })).body;
  expect((await world.seller.post(`/api/conversations/${id}/reservations`)).status).toBe(200);
  const day = new Date(clock.now().getTime() + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { body } = await by.post(`/api/conversations/${id}/meetings`, { place: 'Café', day, time: '12:00' });
  expect((await world.seller.post(`/api/meetings/${body.id}/accept`)).status).toBe(200);
  const startsAt = new Date(body.startsAt).getTime();
  clock.advance(startsAt + HOUR_MS - clock.now().getTime());
  await world.app.app.context.jobs.runNow('remind-of-meetings');
  return { id: body.id, startsAt };
}

it('a profile tells of as many missed meetings as the rules say', async () => {
  const { clock, database } = world.app;
  const seen = new Set<number>();
  const live = async (steps: Step[], buyers: TestClient[]) => {
    await database.pool.query('TRUNCATE missed_meetings');
    await world.clear();
    const join = (email: string) => world.app.signedInClient('Pat Ortiz', email);
    for (const email of emails) buyers.push(await join(email));
    await world.app.verifyEmails();
    const meetings: Met[] = [];
    const client = (by: Side, at: number) => (by === 'seller' ? world.seller : buyers[at]!);
    const answer = async (meeting: Met, by: Side, met: boolean) => {
      const status = say(meeting, by, met, clock.now().getTime());
      const body = { met };
      const reply = await client(by, meeting.buyer).post(`/api/meetings/${meeting.id}/outcome`, body);
      expect(reply.status).toBe(status);
    };
    for (const next of steps) {
      if (next.do === 'pass') clock.advance(next.days * DAY_MS);
      if (next.do === 'meet') {
        await database.pool.query('TRUNCATE daily_usage');
        const meeting = { ...(await meet(buyers[next.buyer]!)), buyer: next.buyer, said: {}, goneAt: null };
        meetings.unshift(meeting);
        if (next.says) await answer(meeting, 'buyer', false);
      }
      const chosen = next.do === 'say' ? meetings[next.which] : undefined;
      if (next.do === 'say' && chosen !== undefined) await answer(chosen, next.by, next.met);
      if (next.do === 'leave') {
        await world.app.app.accounts.deleteUser(buyers[next.buyer]!.id);
        for (const meeting of meetings)
          if (meeting.buyer === next.buyer) meeting.goneAt ??= clock.now().getTime();
        buyers[next.buyer] = await join(emails[next.buyer]!);
        await world.app.verifyEmails();
      }
      const count = countMissed(meetings, 'seller', clock.now().getTime()).size;
      seen.add(count);
      const { body } = await world.app.visitor().get(`/api/users/${world.seller.id}`);
      expect(body.missedMeetings).toBe(count >= 3 ? count : 0);
    }
  };
  const run = async (steps: Step[]) => {
    const buyers: TestClient[] = [];
    try {
      await live(steps, buyers);
    } finally {
      // Their emails are free again, also for the next attempt after a failure.
      for (const { id } of buyers) await world.app.app.accounts.deleteUser(id);
    }
  };
  const three: Step[] = [0, 2, 3].map((at) => ({ do: 'meet', buyer: at, says: true }));
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), run), {
    numRuns: 15,
    examples: [
      [[...three, { do: 'pass', days: 7 }, { do: 'say', which: 0, by: 'seller', met: true }]],
      [[...three, { do: 'pass', days: 8 }, { do: 'leave', buyer: 2 }, { do: 'pass', days: 345 }]],
      [[...three, { do: 'leave', buyer: 2 }, { do: 'pass', days: 8 }]],
    ],
  });
  // It has seen what a profile does not tell and what it does.
  expect(seen).toContain(2);
  expect(seen).toContain(3);
}, 240_000);
