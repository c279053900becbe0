import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/transport.ts';
import { MessageDelivery, type OfferSender } from './message-delivery.ts';
import type { OutgoingMessage } from './merge-messages.ts';

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

const outgoing: OutgoingMessage = {
  clientMessageId: 'k1',
  target: { conversationId: 'c' },
  content: 'Offer: $48.00',
  offer: { amount: 4_800, askingPrice: 5_400 },
  at: '2026-11-20T12:00:00.000Z',
  state: 'sending',
};

function deliveryWith(send: OfferSender['send']) {
  const refused: ApiError[] = [];
  const fetched: string[] = [];
  const delivery = new MessageDelivery({
    userId: 'maya',
    send: () => {
      throw new Error('no text is expected here');
    },
    isConnected: () => true,
    transport: async () => ({ data: { id: 'opened', bookId: 'b' }, next: null }),
    onOpened: () => {},
    onFirstSent: () => {},
    onSent: () => {},
    offers: { send, onRefused: (error) => refused.push(error) },
    onOfferSent: async (conversationId) => fetched.push(conversationId),
  });
  return { delivery, refused, fetched };
}

const apiError = (status: number) => new ApiError(status, { code: '', detail: 'Reserved.' }, null);

it('sends an offer of the outbox as an offer, and fetches it', async () => {
  const send = vi.fn(async () => {});
  const { delivery, fetched } = deliveryWith(send);
  expect(await delivery.deliver(outgoing)).toBe('confirmed');
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    conversationId: 'c',
    clientMessageId: 'k1',
    amount: 4_800,
  });
  expect(fetched).toEqual(['c']);
});

it('opens the conversation that an offer begins', async () => {
  const { delivery, fetched } = deliveryWith(async () => {});
  const first = { ...outgoing, target: { bookId: 'b', sellerId: 's' } };
  expect(await delivery.deliver(first)).toBe('confirmed');
  expect(fetched).toEqual(['opened']);
});

it('keeps an offer without a connection, and drops one that is refused', async () => {
  const away = deliveryWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await away.delivery.deliver(outgoing)).toBe('unreachable');
  const busy = deliveryWith(() => Promise.reject(apiError(503)));
  expect(await busy.delivery.deliver(outgoing)).toEqual({ retryAfterMs: 0 });
  for (const { refused } of [away, busy]) expect(refused).toEqual([]);
  const late = deliveryWith(() => Promise.reject(apiError(409)));
  expect(await late.delivery.deliver(outgoing)).toBe('dropped');
  expect(late.refused).toMatchObject([{ status: 409 }]);
});
