import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work with one key runs one at a time in order of arrival; other keys do not wait', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const run = (key: string, name: string, end: Promise<void>) =>
    mutex.runExclusive(key, async () => {
      log.push(name);
      await end;
      return name;
    });
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const results = [
    run('a', 'first', first.promise),
    run('a', 'second', others.promise),
    run('b', 'other', others.promise),
  ];
  await turn();
  expect(log).toEqual(['first', 'other']);
  first.resolve();
  await turn();
  expect(log).toEqual(['first', 'other', 'second']);
  others.resolve();
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other']);
});

test('a failure reaches its caller only, and the next work runs', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.runExclusive('a', () => Promise.reject(new Error('first')));
  const next = mutex.runExclusive('a', async () => 'next');
  await expect(failing).rejects.toThrow('first');
  expect(await next).toBe('next');
  expect(await mutex.runExclusive('a', async () => 'later')).toBe('later');
});
