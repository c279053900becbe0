import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdmission } from './admit-requests.ts';
import { RequestSlots } from './request-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A market with one slot. */
function openMarket() {
  const slots = new RequestSlots({ runningOfMarket: 1, runningOfGreedy: 1, waiting: 9 }, () => false);
  const admit = createAdmission(1, { slots, isAlone: () => false, refuse: () => {} });
  const starts: string[] = [];
  const ask = (name: string, headers: Record<string, string> = {}) => {
    const request = Object.assign(new EventEmitter(), { url: '/', complete: false, headers });
    const response = Object.assign(new EventEmitter(), { statusCode: 200 });
    admit(request as unknown as IncomingMessage, response as unknown as ServerResponse, () =>
      starts.push(name),
    );
    return {
      endBody: () => request.emit('end'),
      answer: (status: number) => {
        response.statusCode = status;
        response.emit('prefinish');
        response.emit('close');
      },
    };
  };
  return { slots, starts, ask };
}

const BODY = { 'content-length': '10' };

it('keeps the slot of a refused request for a moment, because a flood repeats it at once', () => {
  const { starts, ask } = openMarket();
  const [first] = [ask('first'), ask('second')];
  first.answer(503);
  expect(starts).toEqual(['first']);
  vi.advanceTimersByTime(250);
  expect(starts).toEqual(['first', 'second']);
});

it('gives the slot of any other response to the next request at once', () => {
  const { starts, ask } = openMarket();
  const [first] = [ask('first'), ask('second')];
  first.answer(404);
  expect(starts).toEqual(['first', 'second']);
});

it('gives a request with a body a slot while the body arrives, unless that takes long', () => {
  const { slots, starts, ask } = openMarket();
  const first = ask('first', BODY);
  ask('second', BODY);
  expect(starts).toEqual(['first']);
  first.endBody();
  vi.advanceTimersByTime(1_000);
  expect(starts).toEqual(['first']);
  first.answer(200);
  expect(starts).toEqual(['first', 'second']);
  const third = ask('third');
  vi.advanceTimersByTime(100);
  // The body of the second does not arrive.
  expect(starts).toEqual(['first', 'second', 'third']);
  third.answer(200);
  expect(slots.running).toBe(0);
});
