import { beforeEach, expect, it } from 'vitest';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { EventSeals } from './event-seals.ts';

const KEY = '5ea1'.repeat(16);
const OTHER_KEY = 'dead'.repeat(16);
const event = { topic: 'message-sent', payload: { content: 'Is it still there? 📚' } };

let clock: TestClock;
let one: EventSeals;
let other: EventSeals;
beforeEach(() => {
  clock = new TestClock();
  [one, other] = [new EventSeals(KEY, clock), new EventSeals(KEY, clock)];
});

const dropped = (seals: EventSeals) => Object.fromEntries(seals.dropped);

it('other processes read what one has sealed, and nobody else', () => {
  const sealed = one.seal(event);
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('still');
  expect(other.open(sealed)).toEqual(event);
  expect(one.open(sealed)).toBeNull();
  expect([dropped(one), dropped(other)]).toEqual(
    Array.from({ length: 2 }, () => ({ unsealed: 0, expired: 0, repeated: 0 })),
  );
});

it('what is forged, damaged or has another seal is dropped and counted', () => {
  const sealed = one.seal(event);
  const damaged = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  const forged = [JSON.stringify(event), '', 'null', '%', '\u{1f4da}', sealed.slice(0, 20), damaged];
  for (const text of [...forged, new EventSeals(OTHER_KEY, clock).seal(event)])
    expect(other.open(text)).toBeNull();
  expect(dropped(other)).toEqual({ unsealed: 8, expired: 0, repeated: 0 });
  expect(other.open(sealed)).toEqual(event);
});

it('what was there before is dropped, however soon it comes again', () => {
  const [first, second] = [one.seal(event), one.seal(event)];
  expect([other.open(first), other.open(second)]).toEqual([event, event]);
  expect([other.open(first), other.open(second)]).toEqual([null, null]);
  expect(dropped(other)).toEqual({ unsealed: 0, expired: 0, repeated: 2 });
});

it('what is older than a minute is dropped, also by a process that has not seen it', () => {
  const sealed = one.seal(event);
  clock.advance(60_000);
  expect(other.open(sealed)).toEqual(event);
  clock.advance(1);
  expect([other.open(sealed), new EventSeals(KEY, clock).open(sealed)]).toEqual([null, null]);
  clock.advance(-120_002);
  expect(other.open(sealed)).toBeNull();
  expect(dropped(other)).toEqual({ unsealed: 0, expired: 2, repeated: 0 });
});

it('processes that have ended are forgotten, and their envelopes stay dropped', () => {
  const sealed = one.seal(event);
  other.open(sealed);
  clock.advance(60_001);
  for (let process = 0; process < 3; process += 1)
    expect(other.open(new EventSeals(KEY, clock).seal(event))).toEqual(event);
  expect(other.open(sealed)).toBeNull();
  expect(other.open(one.seal(event))).toEqual(event);
});
