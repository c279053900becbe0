import { expect, it } from 'vitest';
import { RequestTurns } from './request-turns.ts';

const IP = '192.0.2.1';

/** Requests that run until `finish` is called, in order of their start; visitors are named by address. */
function openTurns(connections?: () => number) {
  const turns = new RequestTurns({ connections });
  const running: { name: string; finish: () => void }[] = [];
  const ask = (userId: string | null, ip = IP, callsServices = false) =>
    turns.run(
      { ip, userId },
      async () => {
        const { promise, resolve: finish } = Promise.withResolvers<void>();
        running.push({ name: userId ?? ip, finish });
        await promise;
      },
      { callsServices },
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const started = async () => {
    await settled();
    return running.map(({ name }) => name);
  };
  const counts = () => [turns.running, turns.waiting];
  return { turns, ask, running, started, settled, counts };
}

it('leaves others one of four connections, of a market among several', async () => {
  const { ask, running, started, settled } = openTurns(() => 4);
  const all = ['a', 'a', 'b', 'c', 'd'].map((userId) => ask(userId));
  all.push(ask(null, '192.0.2.2'));
  expect(await started()).toEqual(['a', 'b', 'c', '192.0.2.2']);
  for (let at = 0; at < all.length; at += 1) {
    running[at]!.finish();
    await settled();
  }
  await Promise.all(all);
});

it('runs two requests of the visitors of an address at a time; the others wait, and nobody else', async () => {
  const { ask, running, started, settled, counts } = openTurns();
  const all = Array.from({ length: 10 }, () => ask(null));
  all.push(ask(null, '192.0.2.2'));
  expect(await started()).toEqual([IP, IP, '192.0.2.2']);
  expect(counts()).toEqual([3, 8]);
  for (let at = 0; at < all.length; at += 1) {
    running[at]!.finish();
    await settled();
  }
  await Promise.all(all);
  expect(counts()).toEqual([0, 0]);
});

it('takes the networks of a /48 for one, and lets them take turns', async () => {
  const { ask, running, started } = openTurns();
  const [one, other] = ['2001:db8:0:1::1', '2001:db8:0:2::1'];
  for (const ip of [one, one, one, other]) void ask(null, ip);
  expect(await started()).toEqual([one, one]);
  running[0]!.finish();
  expect(await started()).toEqual([one, one, other]);
  void ask(null, '2001:db8:1::1');
  expect(await started()).toHaveLength(4);
});

it('counts a signed-in user alone at any address, with two requests too', async () => {
  const { ask, started } = openTurns();
  for (let n = 0; n < 2; n += 1) void ask(null);
  for (const name of ['maya', 'maya', 'maya', 'tom']) void ask(name);
  void ask('maya', '198.51.100.1');
  expect(await started()).toEqual([IP, IP, 'maya', 'maya', 'tom']);
});

it('leaves two of eight connections to others than the users and visitors of one network', async () => {
  const { ask, running, started, counts } = openTurns();
  const names = ['maya', 'tom', 'noor', 'omar'];
  for (const name of names) for (let n = 0; n < 5; n += 1) void ask(name);
  void ask(null);
  expect(await started()).toEqual(['maya', 'maya', 'tom', 'tom', 'noor', 'noor']);
  expect(counts()).toEqual([6, 15]);
  void ask('grace', '198.51.100.1');
  expect((await started()).slice(6)).toEqual(['grace']);
  // Those who have nothing running come first.
  running[0]!.finish();
  running[1]!.finish();
  expect((await started()).slice(7)).toEqual(['omar', IP]);
});

it('lets what waits for other services hold no turn of the network, and two of its account', async () => {
  const { ask, started } = openTurns();
  const names = ['maya', 'tom', 'noor', 'omar'];
  for (const name of names) for (let n = 0; n < 3; n += 1) void ask(name, IP, true);
  expect(await started()).toHaveLength(8);
  void ask('maya');
  void ask('grace');
  expect((await started()).slice(8)).toEqual(['grace']);
});

it('refuses with 503 only what has five hundred before it, and goes on after a failure', async () => {
  const { turns, ask, running, settled, counts } = openTurns();
  const waiting = Array.from({ length: 502 }, () => ask(null));
  await expect(ask(null)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await Promise.all(
    waiting.map(async (_, at) => {
      while (running[at] === undefined) await settled();
      running[at].finish();
    }),
  );
  await Promise.all(waiting);
  const failing = turns.run({ ip: IP, userId: 'maya' }, () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(counts()).toEqual([0, 0]);
});
