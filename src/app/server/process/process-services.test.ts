import { expect, it } from 'vitest';
import { createProcessServices } from './process-services.ts';

const northfield = { number: 1, name: 'northfield' };
const westfield = { number: 2, name: 'westfield' };

const settle = () => new Promise((resolve) => void setImmediate(resolve));

/** Tasks of one market, in the order of their starts. */
function tasksOf(starts: string[]) {
  const ends: (() => void)[] = [];
  const start = (name: string) => () => {
    starts.push(name);
    return new Promise<void>((resolve) => void ends.push(resolve));
  };
  return {
    start,
    endNext: async () => {
      ends.shift()!();
      await settle();
    },
  };
}

it('hashes two passwords at a time, of a market one while there are others', async () => {
  const services = createProcessServices();
  const one = services.openMarket(northfield);
  const starts: string[] = [];
  const { start, endNext } = tasksOf(starts);
  const all = ['a', 'b', 'c', 'd'].map((name) => one.passwords.run(start(name)));
  await settle();
  expect(starts).toEqual(['a', 'b']);
  const other = services.openMarket(westfield);
  await endNext();
  expect(starts).toEqual(['a', 'b']);
  all.push(other.passwords.run(start('other')));
  await settle();
  expect(starts).toEqual(['a', 'b', 'other']);
  await endNext();
  expect(starts).toEqual(['a', 'b', 'other', 'c']);
  await other.close();
  for (let left = 3; left > 0; left -= 1) await endNext();
  expect(starts).toEqual(['a', 'b', 'other', 'c', 'd']);
  await Promise.all(all);
});

it('encodes two photos at a time, of a market one while there are others', async () => {
  const services = createProcessServices();
  const one = services.openMarket(northfield);
  const encodeTwo = async () => {
    const encoded = [1, 2].map(() => one.images.reencode(Uint8Array.of(0)));
    const { running } = one.images.queue;
    await Promise.all(encoded);
    return running;
  };
  expect(await encodeTwo()).toBe(2);
  const other = services.openMarket(westfield);
  expect(await encodeTwo()).toBe(1);
  await other.close();
  expect(await encodeTwo()).toBe(2);
});

it('draws share images of markets in turn, although one is drawn at a time', async () => {
  const services = createProcessServices();
  const [one, other] = [services.openMarket(northfield), services.openMarket(westfield)];
  const starts: string[] = [];
  const { start, endNext } = tasksOf(starts);
  const groups = ['192.0.2.1'];
  const all = [
    ...['a', 'b', 'c'].map((name) => one.shareImages.run(start(name), { key: { groups } })),
    other.shareImages.run(start('other'), { key: { groups } }),
  ];
  for (let left = 4; left > 0; left -= 1) {
    await settle();
    await endNext();
  }
  await Promise.all(all);
  expect(starts).toEqual(['a', 'other', 'b', 'c']);
});

it('does not take the account of one market for that of another', async () => {
  const services = createProcessServices();
  const key = { sequence: 'maya@northfield.example', groups: ['192.0.2.1'] };
  const starts: string[] = [];
  const { start, endNext } = tasksOf(starts);
  const all = [northfield, westfield].map((market) =>
    services.openMarket(market).passwords.run(start(market.name), { key }),
  );
  await settle();
  expect(starts).toEqual(['northfield', 'westfield']);
  await endNext();
  await endNext();
  await Promise.all(all);
});

it('has 64 uploads, of a market 16 while there are others', async () => {
  const services = createProcessServices();
  const alone = services.openMarket(northfield);
  const enter = (market: typeof alone, count: number) =>
    Array.from({ length: count }, () => market.uploads.enter()).filter((leave) => leave !== null);
  const leaves = enter(alone, 70);
  expect(leaves).toHaveLength(64);
  const other = services.openMarket(westfield);
  expect(enter(other, 1)).toHaveLength(0);
  for (const leave of leaves) leave();
  leaves[0]!();
  expect(enter(other, 20)).toHaveLength(16);
  expect(enter(alone, 20)).toHaveLength(16);
  await other.close();
  expect(enter(alone, 70)).toHaveLength(48);
});

it('leaves half of the free sockets to other markets that have any', () => {
  const services = createProcessServices();
  const [one, other] = [services.openMarket(northfield).sockets, services.openMarket(westfield).sockets];
  one.size = 90;
  expect(one.isFull(100)).toBe(false);
  expect(other.isFull(100)).toBe(false);
  other.size = 10;
  expect(other.isFull(100)).toBe(true);
  one.size = 44;
  expect(one.isFull(100)).toBe(false);
  one.size = 45;
  expect(one.isFull(100)).toBe(true);
  expect(other.isFull(100)).toBe(false);
});

it('counts unauthenticated sockets of an address in all markets', () => {
  const services = createProcessServices();
  const [one, other] = [services.openMarket(northfield).sockets, services.openMarket(westfield).sockets];
  for (let n = 0; n < 30; n += 1) one.unauthenticated.add({}, '192.0.2.1');
  expect(other.unauthenticated.isFullFor('192.0.2.1', 30, 50)).toBe(true);
  expect(other.reconnects).toBe(one.reconnects);
});
