import { describe, expect, it } from 'vitest';
import { ReconnectSchedule } from './reconnect-schedule.ts';

const AT_ONCE = 100;

/** A schedule, and the delays of sockets of as many networks as there are sockets. */
function open() {
  const schedule = new ReconnectSchedule(AT_ONCE);
  let networks = 0;
  const delay = (now = 0) => schedule.nextDelayMs(now, `network ${(networks += 1)}`, { isFull: false });
  const delays = (count: number) => Array.from({ length: count }, () => delay());
  const ofNetwork = (network: string, isFull = false) => schedule.nextDelayMs(0, network, { isFull });
  return { schedule, delay, delays, ofNetwork };
}

describe('the schedule of sockets that connect at once', () => {
  it('lets the first ones open, and gives each further one a moment to reconnect', () => {
    const { schedule, delays } = open();
    expect(schedule.canOpen(0, AT_ONCE - 1, false)).toBe(true);
    expect(schedule.canOpen(0, AT_ONCE, false)).toBe(false);
    const all = delays(1_000);
    expect(all[0]).toBe(1_005);
    expect(all.at(-1)).toBe(6_000);
    expect(new Set(all).size).toBe(1_000);
  });

  it('opens sockets that reconnect before new ones', () => {
    const { schedule, delay } = open();
    const first = delay();
    expect(schedule.canOpen(first - 1, AT_ONCE / 2, false)).toBe(false);
    expect(schedule.canOpen(first - 1, AT_ONCE, true)).toBe(true);
    expect(schedule.canOpen(first, AT_ONCE / 2, false)).toBe(true);
  });

  it('delays no socket for those that do not reconnect', () => {
    const { schedule, delays } = open();
    delays(10_000);
    expect(schedule.canOpen(0, AT_ONCE / 2 - 1, false)).toBe(true);
  });

  it('has a queue for each network whose sockets are used up', () => {
    const { schedule, delay, ofNetwork } = open();
    for (let n = 0; n < 10_000; n += 1) ofNetwork('192.0.2.1', true);
    expect(ofNetwork('192.0.2.2', true)).toBe(1_010);
    expect(schedule.canOpen(0, AT_ONCE - 1, false)).toBe(true);
    expect(delay()).toBe(1_005);
  });

  it('gives a network thirty moments among the others, and its further ones behind those', () => {
    const { delay, ofNetwork } = open();
    const own = Array.from({ length: 10_000 }, () => ofNetwork('192.0.2.1'));
    expect(own[29]).toBe(1_150);
    expect(own[30]).toBe(1_160);
    expect(own.at(-1)).toBe(100_850);
    expect(delay()).toBe(1_155);
    expect(delay()).toBe(1_160);
  });

  it('divides the rate among the networks that wait on their own', () => {
    const { ofNetwork } = open();
    for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) ofNetwork(network, true);
    const first = ofNetwork('192.0.2.1', true);
    expect(ofNetwork('192.0.2.1', true) - first).toBe(15);
  });

  it('delays no socket by more than four minutes', () => {
    const { delays } = open();
    expect(Math.max(...delays(50_000))).toBe(240_000);
  });
});

describe('the rate of the schedule', () => {
  const END = { succeeded: true, waiting: 10 };

  it('follows the authentications that end while others wait', () => {
    const { schedule, delay } = open();
    schedule.onWaiting(0);
    for (let n = 1; n <= 50; n += 1) schedule.onEnded(n * 10, END);
    const [first, second] = [delay(500), delay(500)];
    expect(second - first).toBe(10);
    // Two seconds of work may wait, not more.
    expect([schedule.canOpen(500, 199, true), schedule.canOpen(500, 200, true)]).toEqual([true, false]);
  });

  it('does not follow clients that are slow to authenticate, however many sockets are open', () => {
    const { schedule, delay } = open();
    for (let n = 1; n <= 50; n += 1) schedule.onEnded(n * 1_000, { succeeded: true, waiting: 0 });
    // A short wait between them is no long time of work.
    for (let n = 51; n <= 100; n += 1) {
      schedule.onWaiting(n * 1_000);
      schedule.onEnded(n * 1_000 + 900, { succeeded: true, waiting: 0 });
    }
    expect(delay(200_000)).toBe(1_005);
  });

  it('does not follow a time in which most authentications fail', () => {
    const { schedule, delay } = open();
    schedule.onWaiting(0);
    for (let n = 1; n <= 100; n += 1) schedule.onEnded(n * 100, { succeeded: n % 3 === 0, waiting: 10 });
    expect(delay(20_000)).toBe(1_005);
  });
});
