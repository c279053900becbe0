import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { LiveStore } from '#features/live/web/live-store.ts';
import { ApiError } from '#platform/web/transport.ts';
import { MessageDelivery, type OfferSender } from './message-delivery.ts';
import { isTemporaryFailure, type OutgoingMessage } from './outbox.ts';

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

const outgoing: OutgoingMessage = {
  clientMessageId: 'k1',
  target: { conversationId: 'c', bookId: 'b', buyerId: 'maya', sellerId: 's' },
  content: 'Offer: $48.00',
  offer: { amount: 4_800, askingPrice: 5_400 },
  at: '2026-11-20T12:00:00.000Z',
};

function deliveryWith(send: OfferSender['send']) {
  const refused: ApiError[] = [];
  const queries = new QueryClient();
  for (const id of ['c', 'opened']) queries.setQueryData(['conversations', 'messages', id], 'known');
  const context = {
    queries,
    live: new LiveStore(),
    userId: 'maya',
    send: () => {
      throw new Error('no text is expected here');
    },
    isConnected: () => true,
    transport: async () => ({ data: { id: 'opened', bookId: 'b' }, next: null }),
  };
  const delivery = new MessageDelivery(context, {
    offers: { send, onRefused: (error) => refused.push(error) },
    onSent: () => {},
  });
  const fetched = () =>
    ['c', 'opened'].filter((id) => queries.getQueryState(['conversations', 'messages', id])?.isInvalidated);
  return { delivery, refused, fetched };
}

const apiError = (status: number) => new ApiError(status, { code: '', detail: 'Reserved.' }, null);

it('sends an offer of the outbox as an offer, and fetches it', async () => {
  const send = vi.fn(async () => {});
  const { delivery, fetched } = deliveryWith(send);
  expect(await delivery.deliver(outgoing)).toBeNull();
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    conversationId: 'c',
    clientMessageId: 'k1',
    amount: 4_800,
  });
  expect(fetched()).toEqual(['c']);
});

it('opens the conversation that an offer begins', async () => {
  const { delivery, fetched } = deliveryWith(async () => {});
  await delivery.deliver({ ...outgoing, target: { bookId: 'b', buyerId: 'maya', sellerId: 's' } });
  expect(fetched()).toEqual(['opened']);
});

it('keeps an offer without a connection, and drops one that is refused', async () => {
  const failureOf = async (failure: Error) => {
    const { delivery, refused } = deliveryWith(() => Promise.reject(failure));
    const error: unknown = await delivery.deliver(outgoing).catch((thrown: unknown) => thrown);
    return { isTemporary: isTemporaryFailure(error), refused };
  };
  for (const failure of [new TypeError('Failed to fetch'), apiError(503)])
    expect(await failureOf(failure)).toEqual({ isTemporary: true, refused: [] });
  expect(await failureOf(apiError(409))).toMatchObject({ isTemporary: false, refused: [{ status: 409 }] });
});
