import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedQueue, QueueFullError, type QueueKey, type QueueLimits } from './bounded-queue.ts';

/** A queue whose tasks run until `finish` is called with their name. */
function openQueue(limits: QueueLimits) {
  const queue = new BoundedQueue(limits);
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const add = (name: string, options?: { key?: QueueKey; signal?: AbortSignal }) => {
    const result = queue.run(async () => {
      started.push(name);
      await new Promise<void>((resolve) => finishers.set(name, resolve));
      return name;
    }, options);
    result.catch(() => {});
    return result;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const finish = async (...names: string[]) => {
    for (const name of names) {
      await settle();
      finishers.get(name)!();
    }
    await settle();
  };
  return { queue, add, finish, settle, started };
}

const keyOf = (name: string, ...groups: string[]) => ({ key: { sequence: name, groups } });

it('runs tasks in order of arrival and refuses the newest one if the queue is full', async () => {
  const { queue, add, finish, started } = openQueue({ running: 2, waiting: 1 });
  const results = ['a', 'b', 'c'].map((name) => add(name));
  await expect(add('d')).rejects.toThrow(QueueFullError);
  expect([queue.running, queue.waiting]).toEqual([2, 1]);
  await finish('a', 'b', 'c');
  expect(started).toEqual(['a', 'b', 'c']);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

it('continues after a task that fails', async () => {
  const { queue } = openQueue({ running: 1, waiting: 1 });
  const failed = queue.run(() => Promise.reject(new Error('the task failed')));
  const next = queue.run(async () => 'done');
  await expect(failed).rejects.toThrow('the task failed');
  expect(await next).toBe('done');
});

it('removes a waiting task that is aborted, and does not interrupt a running one', async () => {
  const { queue, add, finish, settle, started } = openQueue({ running: 1, waiting: 2 });
  const [runs, waits] = [new AbortController(), new AbortController()];
  const running = add('a', { signal: runs.signal });
  const waiting = add('b', { signal: waits.signal });
  await settle();
  runs.abort(new Error('too late'));
  waits.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(add('c', { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  expect(queue.waiting).toBe(0);
  await finish('a');
  expect(await running).toBe('a');
  expect(started).toEqual(['a']);
});

it('runs one task of a sequence at a time, and lets few of them wait', async () => {
  const { add, finish, settle, started } = openQueue({ running: 2, waiting: 9, waitingOfSequence: 1 });
  const key = { sequence: 'one', groups: ['all'] };
  void add('a', { key });
  void add('b', { key });
  await expect(add('c', { key })).rejects.toThrow(QueueFullError);
  void add('d', { key: { ...key, sequence: 'two' } });
  await settle();
  expect(started).toEqual(['a', 'd']);
  await finish('a', 'b', 'd');
  expect(started).toEqual(['a', 'd', 'b']);
});

it('shares the slots between groups and refuses tasks of the largest one', async () => {
  const { add, finish, settle, started } = openQueue({ running: 1, waiting: 2 });
  const [, , last] = ['a', 'b', 'c'].map((name) => add(name, keyOf(name, 'large')));
  void add('d', keyOf('d', 'small'));
  await expect(last).rejects.toThrow(QueueFullError);
  await settle();
  expect(started).toEqual(['a']);
  await finish('a', 'd', 'b');
  expect(started).toEqual(['a', 'd', 'b']);
});

it('counts many small groups of one larger group as one', async () => {
  const { add, finish, settle, started } = openQueue({ running: 1, waiting: 3 });
  void add('a', keyOf('a', 'large', 'one'));
  void add('b', keyOf('b', 'large', 'two'));
  void add('c', keyOf('c', 'large', 'three'));
  const surplus = add('d', keyOf('d', 'large', 'three'));
  void add('e', keyOf('e', 'small', 'one'));
  await expect(surplus).rejects.toThrow(QueueFullError);
  await settle();
  await finish('a', 'e', 'b', 'c');
  expect(started).toEqual(['a', 'e', 'b', 'c']);
});

it('prefers a larger group that is not running, then a smaller one', async () => {
  const { add, finish, started } = openQueue({ running: 2, waiting: 9 });
  void add('a', keyOf('a', 'large', 'one'));
  void add('b', keyOf('b', 'large', 'two'));
  void add('c', keyOf('c', 'large', 'two'));
  void add('d', keyOf('d', 'large', 'three'));
  void add('e', keyOf('e', 'small', 'one'));
  await finish('a', 'e');
  expect(started).toEqual(['a', 'b', 'e', 'd']);
  await finish('b', 'd', 'c');
});

it('starts tasks of groups in turn, also one at a time and beside several large groups', async () => {
  for (const running of [1, 2]) {
    const { add, finish, started } = openQueue({ running, waiting: 20 });
    for (const group of ['a', 'b'])
      for (const number of [1, 2, 3]) void add(`${group}${number}`, keyOf(`${group}${number}`, group));
    void add('c1', keyOf('c1', 'c'));
    const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3'];
    // With two slots the first two are taken before another group comes.
    const begun = running === 1 ? order : ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'b3'];
    await finish(...begun);
    expect(started).toEqual(begun);
  }
});

it('takes turns inside of a group, too', async () => {
  const { add, finish, started } = openQueue({ running: 1, waiting: 20 });
  for (const name of ['a', 'b', 'c']) void add(name, keyOf(name, 'market', 'one'));
  void add('d', keyOf('d', 'market', 'two'));
  void add('e', keyOf('e', 'other'));
  await finish('a', 'e', 'd', 'b', 'c');
  expect(started).toEqual(['a', 'e', 'd', 'b', 'c']);
});

it('starts a task of the group with the fewest running ones', async () => {
  const { add, finish, started } = openQueue({ running: 4, waiting: 20 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void add(name, keyOf(name, 'a'));
  for (const name of ['b1', 'b2', 'b3']) void add(name, keyOf(name, 'b'));
  await finish('a1', 'a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  await finish('a3');
  expect(started.at(-1)).toBe('a5');
});

it('tells before whether it refuses a task', async () => {
  const key = fc.record({
    sequence: fc.constantFrom('a', 'b', 'c'),
    groups: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  });
  const limits = fc.record({
    running: fc.integer({ min: 1, max: 2 }),
    runningOfGroup: fc.integer({ min: 1, max: 2 }),
    waiting: fc.integer({ min: 0, max: 3 }),
    waitingOfSequence: fc.integer({ min: 0, max: 2 }),
  });
  // A key adds a task, and null ends the one that has run the longest.
  const steps = fc.array(fc.option(key), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(limits, steps, async (some, all) => {
      const { queue, add, finish, settle, started } = openQueue(some);
      let [ended, added] = [0, 0];
      for (const step of all) {
        await settle();
        if (step === null) {
          if (ended < started.length) await finish(started[ended++]!);
          continue;
        }
        const isFull = queue.isFullFor(step);
        let isRefused = false;
        add(`task ${(added += 1)}`, { key: step }).catch(() => (isRefused = true));
        await settle();
        expect(isRefused).toBe(isFull);
      }
      while (ended < started.length) await finish(started[ended++]!);
    }),
  );
});
