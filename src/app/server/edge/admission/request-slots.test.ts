import { describe, expect, it } from 'vitest';
import { RequestSlots } from './request-slots.ts';

const open = ({ isBusy = (): boolean => false, limits = {} } = {}) => {
  let time = 0;
  const slots = new RequestSlots(
    { runningOfMarket: 2, runningOfGreedy: 1, waiting: 4, ...limits },
    isBusy,
    () => time,
  );
  const pass = (milliseconds: number) => (time += milliseconds);
  const log: string[] = [];
  const enter = (market: number, name: string) =>
    slots.enter(market, {
      start: () => log.push(`${name} starts`),
      refuse: () => log.push(`${name} is refused`),
    });
  return { slots, log, enter, pass };
};

describe('the slots of markets', () => {
  it('let a few requests of each market run, and the next ones wait in their order', () => {
    const { slots, log, enter } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(1, name);
    enter(2, 'b1');
    expect(log).toEqual(['a1 starts', 'a2 starts', 'b1 starts']);
    slots.release(1);
    slots.release(1);
    expect(log.slice(3)).toEqual(['a3 starts', 'a4 starts']);
    expect([slots.running, slots.waiting]).toEqual([3, 0]);
  });

  it('refuse the newest of the market that has the most waiting, not the one that asks last', () => {
    const { log, enter } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) enter(1, name);
    for (const name of ['b1', 'b2', 'b3', 'b4']) enter(2, name);
    enter(1, 'a7');
    expect(log.filter((line) => line.endsWith('refused'))).toEqual([
      'a6 is refused',
      'a5 is refused',
      'a7 is refused',
    ]);
  });

  it('forget a request whose client leaves while it waits', () => {
    const { slots, log, enter } = open();
    enter(1, 'a1');
    enter(1, 'a2');
    const leave = enter(1, 'a3');
    enter(1, 'a4');
    leave();
    leave();
    slots.release(1);
    expect(log).toEqual(['a1 starts', 'a2 starts', 'a4 starts']);
    expect(slots.waiting).toBe(0);
  });

  it('start nobody while slots that were taken over the limit are given back', () => {
    const { slots, log, enter } = open();
    enter(1, 'a1');
    enter(1, 'a2');
    slots.take(1);
    enter(1, 'a3');
    slots.release(1);
    expect(log).toEqual(['a1 starts', 'a2 starts']);
    slots.release(1);
    expect(log.at(-1)).toBe('a3 starts');
  });

  it('are fewer for a market that makes most of the requests of a busy process, while others make some', () => {
    let isBusy = true;
    const { slots, log, enter, pass } = open({ isBusy: () => isBusy });
    const serve = (market: number) => {
      enter(market, 'one');
      slots.release(market);
    };
    for (let count = 0; count < 20; count += 1) serve(1);
    const startedOf = (market: number, names: string[]) => {
      log.length = 0;
      for (const name of names) enter(market, name);
      return log.map((line) => line.split(' ')[0]);
    };
    // Alone it has all.
    expect(startedOf(1, ['a1', 'a2'])).toEqual(['a1', 'a2']);
    slots.release(1);
    slots.release(1);
    serve(2);
    expect(startedOf(1, ['a3', 'a4', 'a5'])).toEqual(['a3']);
    expect(startedOf(2, ['b1', 'b2'])).toEqual(['b1', 'b2']);
    isBusy = false;
    pass(1_000);
    log.length = 0;
    slots.release(1);
    expect(log).toEqual(['a4 starts', 'a5 starts']);
  });

  it('are given back to a greedy market fast, and slowly from half of where the process became busy', () => {
    let isBusy = true;
    const limits = { runningOfMarket: 64, runningOfGreedy: 2, waiting: 256 };
    const { slots, enter, pass } = open({ isBusy: () => isBusy, limits });
    const serve = (market: number) => {
      enter(market, 'one');
      slots.release(market);
    };
    for (let count = 0; count < 20; count += 1) serve(1);
    serve(2);
    for (let count = 0; count < 100; count += 1) enter(1, 'a');
    expect(slots.running).toBe(2);
    isBusy = false;
    const end = (count: number) => {
      for (let ended = 0; ended < count; ended += 1) slots.release(1);
    };
    // Also while none of its requests ends.
    const runningAfter = (milliseconds: number) => {
      pass(milliseconds);
      enter(1, 'a');
      return slots.running;
    };
    expect([runningAfter(50), runningAfter(50), runningAfter(200)]).toEqual([3, 4, 8]);
    // It had 64 before.
    expect([runningAfter(1_200), runningAfter(1_000), runningAfter(7_000)]).toEqual([32, 33, 40]);
    isBusy = true;
    end(40);
    expect(slots.running).toBe(2);
    isBusy = false;
    expect([runningAfter(900), runningAfter(1_000), runningAfter(1_000)]).toEqual([20, 21, 22]);
    expect(runningAfter(60_000)).toBe(64);
  });

  it('forget what a market asked for long ago', () => {
    const { slots, log, enter } = open({ isBusy: () => true });
    const serve = (market: number, times: number) => {
      for (let count = 0; count < times; count += 1) {
        enter(market, 'one');
        slots.release(market);
      }
    };
    serve(1, 400);
    serve(2, 5_000);
    log.length = 0;
    enter(1, 'a1');
    enter(1, 'a2');
    expect(log).toEqual(['a1 starts', 'a2 starts']);
    serve(1, 1);
    enter(2, 'b1');
    enter(2, 'b2');
    expect(log.at(-1)).toBe('b1 starts');
  });
});
