import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { CADDYFILE, findCaddy, startCaddy } from '#tests/support/processes/caddy.ts';
import { ChatUser } from '#tests/support/processes/chat-user.ts';
import { readMessages, startLoad } from '#tests/support/processes/load.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { noisePicture } from '#tests/support/server/sample-images.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

type TcpHandle = { readonly fd: number; bind(address: string, port: number): number; close(): void };
type TcpWrap = { TCP: new (type: number) => TcpHandle; constants: { SERVER: number } };

/**
 * A socket on this port that its holder never accepts connections of, as systemd holds one for a service.
 * Node offers no other way: its servers accept as soon as they listen.
 */
function bindSocket(port: number): TcpHandle {
  const { binding } = process as unknown as { binding: (name: string) => TcpWrap };
  const { TCP, constants } = binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  expect(handle.bind('127.0.0.1', port)).toBe(0);
  return handle;
}

const GRACE_SECONDS = 3;

/** Three processes behind Caddy, as `deploy/caddy/Caddyfile` configures it. */
describe.skipIf(findCaddy() === undefined)('behind the Caddy of deploy', () => {
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  const products: ProductProcess[] = [];
  let variables: Record<string, string>;

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    const port = await freePort();
    variables = {
      DATABASE_URL: url,
      SECRET_KEY: 'the key of all processes, long enough',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'bookswap-caddy-data-')),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      STOP_GRACE_SECONDS: String(GRACE_SECONDS),
      LOG_LEVEL: 'info',
      UNLIMITED: '1',
    };
    // One after the other: each start takes the whole machine.
    for (let n = 0; n < 3; n += 1) products.push(await ProductProcess.start(variables));
    caddy = await startCaddy(
      products.map((product) => product.port),
      port,
    );
  });
  afterAll(async () => {
    await caddy?.stop();
    for (const product of products) await product.kill();
    rmSync(variables.DATA_DIR!, { recursive: true, force: true });
  });

  const outputs = () => products.map((product) => product.output).join('\n');
  const signUp = (name: string) => signUpAt(caddy.address, name);

  it('the configuration is valid', async () => {
    const env = { ...process.env, SITE_ADDRESS: 'bookswap.example.edu', UPSTREAMS: 'app-1:3000 app-2:3000' };
    const args = ['adapt', '--validate', '--config', CADDYFILE, '--adapter', 'caddyfile'];
    const { stdout } = await promisify(execFile)(findCaddy()!, args, { env });
    expect(stdout).toContain('app-2:3000');
    expect(stdout).toContain('bookswap.example.edu');
  });

  it('photos go up and come down, and a request keeps one id on its way', async () => {
    const priya = await signUp('Priya Raman');
    const { body: place } = await priya.post('/api/objects/upload');
    expect(place.uploadURL).toContain(caddy.address);
    const photo = new Uint8Array(await noisePicture(900, 900).jpeg({ quality: 95 }).toBuffer());
    const put = await fetch(place.uploadURL, { method: 'PUT', body: photo });
    expect(put.status).toBe(200);
    const got = await fetch(caddy.address + place.url, {
      headers: { 'x-request-id': 'chosen-by-the-browser' },
    });
    expect(got.status).toBe(200);
    const id = got.headers.get('x-request-id')!;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(outputs).toContain(id);
  });

  it('users have their own addresses, and cannot choose others', async () => {
    // Each address of this machine counts as a separate network.
    const network = async (localAddress: string, forwarded?: string) => {
      const email = `${randomUUID()}@northfield.example`;
      const id = await failSignIn(caddy.port, { localAddress, email, forwarded });
      const line = () =>
        outputs()
          .split('\n')
          .find((text) => text.includes(id) && text.includes('sign-in-failed'));
      await expect.poll(line).toBeDefined();
      return (JSON.parse(line()!) as { network: string }).network;
    };
    const first = await network('127.0.0.1');
    const second = await network('127.0.0.2');
    expect(second).not.toBe(first);
    expect(await network('127.0.0.2', '203.0.113.7')).toBe(second);
  });

  it('a restart of one process after the other fails no request, and loses and doubles no message', async () => {
    const [priya, tom] = [await signUp('Priya Raman'), await signUp('Tom Whitaker')];
    const { body: book } = await priya.post('/api/books', algorithms);
    const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
    const chats = [priya, tom].map((user) => new ChatUser(caddy.address, user, conversation.id));
    await Promise.all(chats.map((chat) => chat.start()));
    const load = startLoad(caddy.address, { users: [priya, tom], bookId: book.id });
    for (const [n, product] of products.entries()) {
      product.signal('SIGTERM');
      expect(await product.ended).toBe(0);
      const next = await ProductProcess.start(variables, { port: product.port });
      products[n] = next;
      // Caddy has asked how it is, and sends it requests.
      const checked = /"\/readyz\/process".*200|200.*"\/readyz\/process"/;
      await expect.poll(() => next.output, { timeout: 30_000 }).toMatch(checked);
    }
    const { failures, count } = await load.end();
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(100);
    const sent = (await Promise.all(chats.map((chat) => chat.end()))).flat();
    const stored = await readMessages(priya, conversation.id);
    expect(stored.map(({ clientMessageId }) => clientMessageId).toSorted()).toEqual(sent.toSorted());
    for (const chat of chats) {
      expect(chat.seen()).toEqual(stored.map(({ seq, clientMessageId }) => [seq, clientMessageId]));
      expect(chat.moves).toBeGreaterThan(0);
    }
  });
});

it.skipIf(findCaddy() === undefined)(
  'requests wait while the only process restarts on a socket that stays open: none fails',
  async () => {
    const { url } = await createTestDatabase();
    const port = await freePort();
    const variables = {
      DATABASE_URL: url,
      SECRET_KEY: 'a key of one process, long enough for it',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'bookswap-caddy-data-')),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      UNLIMITED: '1',
    };
    onTestFinished(() => rmSync(variables.DATA_DIR, { recursive: true, force: true }));
    const upstream = await freePort();
    const socket = bindSocket(upstream);
    onTestFinished(() => socket.close());
    const first = await ProductProcess.start(variables, { port: upstream, socket: socket.fd });
    onTestFinished(() => first.kill());
    const caddy = await startCaddy([upstream], port);
    onTestFinished(() => caddy.stop());
    const priya = await signUpAt(caddy.address, 'Priya Raman');
    const { body: book } = await priya.post('/api/books', algorithms);
    const load = startLoad(caddy.address, { users: [priya], bookId: book.id });
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await ProductProcess.start(variables, { port: upstream, socket: socket.fd });
    onTestFinished(() => second.kill());
    await expect.poll(() => priya.get('/api/favorites/ids').then(({ status }) => status)).toBe(200);
    expect((await load.end()).failures).toEqual([]);
  },
);

it.skipIf(findCaddy() === undefined)(
  'Caddy passes on no header with which a browser acts as a proxy',
  async () => {
    let received: IncomingHttpHeaders = {};
    const upstream = createServer((incoming, response) => {
      if (incoming.url === '/asked') received = incoming.headers;
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void upstream.close());
    const caddy = await startCaddy([(upstream.address() as AddressInfo).port]);
    onTestFinished(() => caddy.stop());
    const headers = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'a=b',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-forwarded-for': '203.0.113.7',
      'accept-language': 'en',
    };
    await fetch(`${caddy.address}/asked`, { headers });
    expect(received).toMatchObject({ 'accept-language': 'en', 'x-forwarded-for': '127.0.0.1' });
    const passedOn = ['traceparent', 'tracestate', 'x-real-ip', 'forwarded'].filter(
      (name) => name in received,
    );
    expect(passedOn).toEqual([]);
  },
);

async function signUpAt(address: string, name: string): Promise<TestClient> {
  const client = new TestClient(address, systemClock);
  await client.signUp(name, `${randomUUID()}@northfield.example`);
  return client;
}

/** Returns the id of the request. */
function failSignIn(
  port: number,
  { localAddress, email, forwarded }: { localAddress: string; email: string; forwarded: string | undefined },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    };
    const options = { host: '127.0.0.1', port, path: '/api/auth/sign-in/email', method: 'POST', headers };
    request({ ...options, localAddress }, (response) => {
      response.resume().on('end', () => resolve(String(response.headers['x-request-id'])));
    })
      .on('error', reject)
      .end(JSON.stringify({ email, password: 'a wrong horse' }));
  });
}
