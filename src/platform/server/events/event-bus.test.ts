import { expect, it, vi } from 'vitest';
import type { Logger } from '../http/create-http-server.ts';
import { createLocalEventBus, defineTopic } from './event-bus.ts';

const a = defineTopic<number>('a');
const b = defineTopic<number>('b');

it('delivers synchronously to the topic’s listeners until they unsubscribe', async () => {
  const bus = createLocalEventBus();
  const seen: unknown[] = [];
  const stop = bus.subscribe(a, (payload) => seen.push(payload));
  bus.subscribe(a, (payload) => seen.push(payload));
  bus.subscribe(b, () => seen.push('never'));
  bus.publish(a, 1);
  expect(seen).toEqual([1, 1]);
  stop();
  bus.publish(a, 2);
  expect(seen).toEqual([1, 1, 2]);
  await bus.close();
  bus.publish(a, 3);
  expect(seen).toHaveLength(3);
});

it('isolates a throwing listener from the others and from the publisher', () => {
  const error = vi.fn();
  const bus = createLocalEventBus({ error } as unknown as Logger);
  const seen = vi.fn();
  bus.subscribe(a, () => {
    throw new Error('no');
  });
  bus.subscribe(a, seen);
  bus.publish(a, 1);
  expect(seen).toHaveBeenCalledWith(1);
  expect(error).toHaveBeenCalledOnce();
});
