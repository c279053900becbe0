import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

/** Work that ends when it is told to. */
function createWork(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work with one key runs one at a time in order of arrival; other keys do not wait', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const [first, second, other] = ['first', 'second', 'other'].map((name) => createWork(log, name));
  const results = [
    mutex.runExclusive('a', first!.work),
    mutex.runExclusive('a', second!.work),
    mutex.runExclusive('b', other!.work),
  ];
  await turn();
  expect(log).toEqual(['first', 'other']);
  first!.end();
  await turn();
  expect(log).toEqual(['first', 'other', 'second']);
  second!.end();
  other!.end();
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other']);
});

test('a failure reaches its caller only, and the next work runs', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const first = createWork(log, 'first');
  const failing = mutex.runExclusive('a', first.work);
  const next = mutex.runExclusive('a', async () => 'next');
  first.fail();
  await expect(failing).rejects.toThrow('first');
  expect(await next).toBe('next');
  expect(await mutex.runExclusive('a', async () => 'later')).toBe('later');
});
