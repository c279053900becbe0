import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { eventOf, stripeVariables } from '#tests/support/fakes/fake-stripe.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { TestPayments } from '#tests/support/server/test-payments.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

let till: TestPayments;
/** Another process of the same installation. */
let other: App;
let clients: TestClient[];

beforeAll(async () => {
  till = await TestPayments.open({ unlimited: false });
  const port = String(await freePort());
  other = await createApp({
    config: readConfig({
      ...stripeVariables,
      PORT: port,
      DATA_DIR: till.app.app.context.dataDir,
      DEMO: '0',
      LOG_LEVEL: 'fatal',
    }),
    database: till.app.database,
    clock: till.app.clock,
    stripeFetch: till.stripe.fetch,
  });
  till.sellBy(other.payments);
  clients = [till.app.visitor(), new TestClient(await other.listen(), till.app.clock)];
});
afterAll(async () => {
  await other.close();
  await till.app.stop();
});

it('takes a burst of a hundred deliveries of four events in two processes, and has one effect', async () => {
  const id = await till.startPayment();
  const intent = till.stripe.pay(id);
  const events = ['succeeded', 'processing', 'requires_action', 'payment_failed'].map((type) =>
    eventOf(`payment_intent.${type}`, intent),
  );
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, turn) =>
      till.deliver(events[turn % 4]!, { to: clients[turn % 8 < 4 ? 0 : 1]! }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(till.effects(id)).toEqual([1, 0]);
  expect(await till.history(id)).toEqual(['pending', 'pending → succeeded']);
});

it('creates one payment for a double click that reaches two processes', async () => {
  const book = await till.payer.post('/api/books', algorithms);
  const wanted = { userId: till.payer.id, type: 'boost', bookId: book.body.id } as const;
  const begun = await Promise.all(
    [till.app.app, other, till.app.app, other].map(({ payments }) => payments.start(wanted)),
  );
  expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1);
});
