import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as readline from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { eventOf, signatureOf, FakeStripe } from '#tests/support/fakes/fake-stripe.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { type ProcessingStage, processingStages as steps } from '../payments-context.ts';

const product = join(import.meta.dirname, '../../../../../tests/support/processes/payment-crash-process.ts');

/** The server restarts for each stage. */
const TEST_TIMEOUT_MS = 300_000;

const stripe = new FakeStripe();
let provider: Server;
let dataDir: string;
/** Its server survives the process. */
let database: TestDatabase;
let port: number;
let child: ChildProcess;
let lines: AsyncIterator<string>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-paying-'));
  database = await createTestDatabase({ own: true });
  provider = createServer(async (request, response) => {
    const body = await request.toArray();
    const { method, headers } = request;
    const answer = await stripe.fetch(`http://stand-in${request.url}`, {
      method: method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body).toString() }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  port = await freePort();
  await start();
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  child.kill('SIGKILL');
  provider.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const given = [product, dataDir, String(port), address, database.url];
  child = spawn(process.execPath, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  lines = readline.createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'ready' });
}

async function dieAt(step: ProcessingStage): Promise<void> {
  child.stdin!.write(`${step}\n`);
  expect(await lines.next()).toMatchObject({ value: step });
}

function deliver(event: object) {
  const body = JSON.stringify(event);
  return fetch(`http://127.0.0.1:${port}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signatureOf(body, systemClock.now()) },
    body,
  });
}

it(
  'has exactly one effect wherever the process is killed, after the event is repeated',
  async () => {
    const seller = new TestClient(`http://127.0.0.1:${port}`, systemClock);
    await seller.signUp('Priya Raman', 'priya.raman@northfield.example');
    for (const step of steps) {
      const { body: book } = await seller.post('/api/books', algorithms);
      const { body } = await seller.post('/api/create-payment-intent', { bookId: book.id });
      const event = eventOf('payment_intent.succeeded', stripe.pay(body.clientSecret.replace('_secret', '')));
      await dieAt(step);
      const died = once(child, 'exit');
      const answer = await deliver(event).catch(() => null);
      // The response may still have been sent at the last step.
      if (step !== 'announced') expect(answer).toBeNull();
      expect(await died).toEqual([null, 'SIGKILL']);
      await start();
      const again = await deliver(event);
      expect([step, again.status]).toEqual([step, 200]);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const rows = await everyPayment();
    expect(rows).toHaveLength(steps.length);
    for (const row of rows)
      expect(row).toEqual({
        status: 'succeeded',
        given: true,
        boosts: 1,
        hours: 72,
        history: ['pending', 'succeeded'],
        atProvider: 'succeeded',
      });
  },
  TEST_TIMEOUT_MS,
);

async function everyPayment() {
  const { rows } = await database.pool.query(
    `SELECT p.status, p.fulfilled_at IS NOT NULL AS given, p.stripe_payment_intent_id AS id,
       (SELECT count(*) FROM boosts x WHERE x.payment_id = p.id) AS boosts,
       (SELECT extract(epoch FROM b.boosted_until - p.fulfilled_at)::float / 3600 FROM books b WHERE b.id = p.book_id) AS hours,
       (SELECT array_agg(c.to_status ORDER BY c.id) FROM payment_status_history c WHERE c.payment_id = p.id) AS history
     FROM payments p`,
  );
  return rows.map(({ id, ...row }) => ({ ...row, atProvider: stripe.intent(id).status }));
}
