import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { noisePicture } from '#tests/support/server/sample-images.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import type { TestSocket } from '#tests/support/server/test-socket.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

/** From the signal to the end of the process, also if something hangs. */
const MAX_STOP_MS = 15_000;

/** In the process of the test: users come from it, and it takes no jobs. */
let here: TestApp;
let variables: Record<string, string>;
let dataDir: string;
let observer: pg.Client;
const started: ProductProcess[] = [];

beforeAll(async () => {
  const { url } = await createTestDatabase();
  dataDir = mkdtempSync(join(memoryDirectory(), 'bookswap-stop-'));
  variables = { DATABASE_URL: url, SECRET_KEY: 'the key of all processes, long enough', DATA_DIR: dataDir };
  here = await TestApp.start({ variables, clock: systemClock });
  here.app.context.jobs.drain();
  observer = new pg.Client({ connectionString: url });
  await observer.connect();
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.kill();
});
afterAll(async () => {
  await observer.end();
  await here.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await ProductProcess.start({ ...variables, STOP_GRACE_SECONDS: '0', ...more });
  started.push(product);
  return product;
}

type Answer = { status: number; connection: string | undefined; body: string };

function get(product: ProductProcess, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(product.address + path, { agent }, (response: IncomingMessage) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => {
        resolve({ status: response.statusCode!, connection: response.headers.connection, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** A connection that holds the tables until it is released; what needs them waits. */
async function lockTables(names: string): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: variables.DATABASE_URL });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  return { release: () => client.end() };
}

const waitForLocks = async (count: number) => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await observer.query(waiting)).rowCount, { interval: 10 })
    .toBeGreaterThanOrEqual(count);
};

const accepts = (product: ProductProcess) =>
  new Promise<boolean>((resolve) => {
    const line = connect(product.port, '127.0.0.1', () => {
      line.destroy();
      resolve(true);
    });
    line.once('error', () => resolve(false));
  });

it('says so at /readyz, and serves on until proxies have noticed; each response ends its connection', async () => {
  const product = await start({ STOP_GRACE_SECONDS: '2' });
  const agent = new Agent({ keepAlive: true });
  for (const path of ['/readyz', '/readyz/process', '/api/books', '/api/books']) {
    expect(await get(product, path, agent)).toMatchObject({ status: 200, connection: 'keep-alive' });
  }
  product.signal('SIGTERM');
  await expect.poll(async () => (await get(product, '/readyz', agent)).status, { interval: 10 }).toBe(503);
  expect((await get(product, '/readyz/process', agent)).status).toBe(503);
  // Liveness is another question, and a list that is cached is no exception.
  for (const path of ['/healthz', '/api/books', '/api/books'])
    expect(await get(product, path, agent)).toMatchObject({ status: 200, connection: 'close' });
  expect(await product.ended).toBe(0);
  expect(await accepts(product)).toBe(false);
});

it('stops its own database, too, and has nothing to complain about', async () => {
  const ownData = join(dataDir, 'alone');
  const product = await start({ DATABASE_URL: '', DATA_DIR: ownData });
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      get(product, `/api/books?search=${n}`, new Agent({ keepAlive: true })),
    ),
  );
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(product.output).toContain(
    'No user is an admin yet. Sign up, then run: npm run admin -- grant EMAIL\n',
  );
  expect(product.output.split('BookSwap listens on')[1]).toBe(` ${product.address}\n`);
});

it('finishes a slow request and an upload in progress', async () => {
  const product = await start();
  const priya = await here.signedInClient('Priya');
  const { body: place } = await priya.post('/api/objects/upload');
  const { pathname, search } = new URL(place.uploadURL);
  const photo = await noisePicture(60, 80).jpeg().toBuffer();
  const upload = await beginUpload(product, pathname + search, photo);
  const lock = await lockTables('books');
  const slow = get(product, '/api/books', new Agent({ keepAlive: true }));
  await waitForLocks(1);
  product.signal('SIGTERM');
  await expect.poll(() => accepts(product), { interval: 10 }).toBe(false);
  await lock.release();
  expect(await slow).toMatchObject({ status: 200, connection: 'close' });
  upload.finish();
  expect(await upload.response).toMatch(/^HTTP\/1\.1 200 /);
  expect(await product.ended).toBe(0);
  expect((await fetch(here.address + place.url)).status).toBe(200);
});

/** Sends half of the file. */
async function beginUpload(product: ProductProcess, path: string, file: Buffer) {
  const line = connect(product.port, '127.0.0.1');
  const half = Math.floor(file.length / 2);
  let text = '';
  const response = new Promise<string>((resolve) => {
    line.on('data', (chunk) => (text += chunk.toString('latin1')));
    line.on('close', () => resolve(text));
  });
  const head = `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nContent-Length: ${file.length}\r\n\r\n`;
  await new Promise<void>((resolve) =>
    line.write(Buffer.concat([Buffer.from(head), file.subarray(0, half)]), () => resolve()),
  );
  return { response, finish: () => void line.write(file.subarray(half)) };
}

it('sends sockets elsewhere: every message arrives once, in order', async () => {
  const [first, second] = [await start(), await start()];
  const [priya, tom] = [await here.signedInClient('Priya'), await here.signedInClient('Tom')];
  const { body: book } = await priya.post('/api/books', algorithms);
  const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
  const send = (socket: TestSocket, n: number, clientMessageId: string) =>
    socket.send({
      type: 'send_message',
      conversationId: conversation.id,
      content: `number ${n}`,
      clientMessageId,
    });
  const his = await tom.connect(first.address);
  const ids = Array.from({ length: 60 }, () => randomUUID());
  for (const [n, id] of ids.slice(0, 30).entries()) send(his, n, id);
  await his.until(() => confirmedBy(his).length >= 5);
  first.signal('SIGTERM');
  for (const [n, id] of ids.slice(30).entries()) send(his, n + 30, id);
  expect(await his.closed).toMatchObject({ code: 1012 });
  const confirmed = new Set(confirmedBy(his));
  // As a browser does: what is not confirmed is sent again on the next connection.
  const next = await tom.connect(second.address);
  for (const [n, id] of ids.entries()) if (!confirmed.has(id)) send(next, n, id);
  await next.until(() => ids.every((id) => confirmed.has(id) || confirmedBy(next).includes(id)));
  expect(await first.ended).toBe(0);
  const { body: messages } = await priya.get(`/api/conversations/${conversation.id}/messages?limit=100`);
  const texts = (messages.items ?? messages).map(({ content }: { content: string }) => content);
  expect(texts.toSorted(byNumber)).toEqual(ids.map((_, n) => `number ${n}`));
});

const confirmedBy = (socket: TestSocket) =>
  socket.all('new_message').map(({ message }) => message.clientMessageId);

const byNumber = (one: string, other: string) => Number(one.slice(7)) - Number(other.slice(7));

it('tells systemd when it serves and when it stops', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bookswap-notify-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  // In the place of systemd-notify.
  writeFileSync(join(directory, 'systemd-notify'), `#!/bin/sh\necho "$1" >>${directory}/notices\n`, {
    mode: 0o755,
  });
  const notices = () => readFileSync(join(directory, 'notices'), 'utf8').trim().split('\n');
  const product = await start({
    NOTIFY_SOCKET: '/run/systemd/notify',
    PATH: `${directory}:${process.env['PATH']}`,
  });
  await expect.poll(notices).toEqual(['--ready']);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  await expect.poll(notices).toEqual(['--ready', '--stopping']);
});

it('ends in time although a request and a job hang and it is signalled again, and says what hung', async () => {
  const product = await start();
  const { mailer } = here.app.context;
  let locking: ReturnType<typeof lockTables>;
  await here.database.transaction(async (tx) => {
    await mailer.send(tx, { to: 'maya@northfield.example', subject: 'Hello', text: 'Hello' });
    // It is next in line, before the job that begins with this commit.
    locking = lockTables('queued_emails, books');
    await waitForLocks(1);
  });
  const lock = await locking!;
  const stuck = get(product, '/api/books?search=algorithms', new Agent()).catch(() => 'cut off');
  await waitForLocks(2);
  const signalled = performance.now();
  product.signal('SIGTERM');
  await expect.poll(() => accepts(product), { interval: 10 }).toBe(false);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(performance.now() - signalled).toBeLessThan(MAX_STOP_MS);
  expect(await stuck).toBe('cut off');
  expect(product.output).toContain('GET /api/books');
  expect(product.output).toMatch(/jobs took too long/);
  await lock.release();
});
