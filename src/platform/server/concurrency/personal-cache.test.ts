import { expect, it } from 'vitest';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { PersonalCache } from './personal-cache.ts';

const clock = new TestClock();
const open = (users = 10) => new PersonalCache<string>({ clock, lifetimeMs: 60_000, users });

/** Finds keys, and tells which of them were made. */
async function find(cache: PersonalCache<string>, user: string, ...keys: string[]): Promise<string[]> {
  const made: string[] = [];
  const found = await cache.find(user, keys, async (missing) => {
    made.push(...missing);
    return new Map(missing.map((key) => [key, `${user}'s ${key}`]));
  });
  expect([...found]).toEqual(keys.map((key) => [key, `${user}'s ${key}`]));
  return made;
}

it('makes what it does not keep, for each user, until its time is over', async () => {
  const cache = open();
  expect(await find(cache, 'Maya', 'a', 'b')).toEqual(['a', 'b']);
  clock.advance({ seconds: 59 });
  expect(await find(cache, 'Maya', 'b', 'c')).toEqual(['c']);
  expect(await find(cache, 'Tom', 'b')).toEqual(['b']);
  clock.advance({ seconds: 1 });
  expect(await find(cache, 'Maya', 'a', 'b', 'c')).toEqual(['a', 'b']);
});

it('makes values again if the clock was set back by more than their lifetime', async () => {
  const cache = open();
  await find(cache, 'Maya', 'a');
  clock.advance({ minutes: -2 });
  expect(await find(cache, 'Maya', 'a')).toEqual(['a']);
});

it('forgets the user whose values were used least recently', async () => {
  const cache = open(2);
  for (const user of ['Maya', 'Tom', 'Maya', 'Noor']) await find(cache, user, 'a');
  expect(await find(cache, 'Maya', 'a')).toEqual([]);
  expect(await find(cache, 'Tom', 'a')).toEqual(['a']);
});

it('makes for one user one at a time, for others beside it, and goes on after a failure', async () => {
  const cache = open();
  const gate = Promise.withResolvers<ReadonlyMap<string, string>>();
  const failing = cache.find('Maya', ['a'], () => gate.promise);
  const second = find(cache, 'Maya', 'a');
  const third = find(cache, 'Maya', 'a');
  expect(await find(cache, 'Tom', 'a')).toEqual(['a']);
  gate.reject(new Error('The database is away'));
  await expect(failing).rejects.toThrow('away');
  expect([await second, await third]).toEqual([['a'], []]);
});
