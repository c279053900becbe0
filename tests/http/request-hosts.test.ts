import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { seedDemoCampus } from '#demo/seed-demo-campus.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

/** The status of a request with these header lines, as written; `fetch` would set its own Host. */
function statusOf(path: string, ...headers: string[]): Promise<number> {
  const { hostname, port } = new URL(app.address);
  return new Promise((resolve, reject) => {
    const line = connect(Number(port), hostname);
    line.on('error', reject).once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())![1]));
      line.destroy();
    });
    line.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  });
}

const upgrade = (host: string) =>
  statusOf(
    '/ws',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'a'.repeat(22)}==`,
  );

const ownAddress = Object.values(networkInterfaces())
  .flatMap((of) => of ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('without a public URL', () => {
  it('only the machine itself is answered', async () => {
    app = await TestApp.start();
    const { port } = new URL(app.address);
    const own = [
      'localhost',
      `LOCALHOST:${port}`,
      'books.localhost',
      '127.0.0.1',
      '127.8.8.8:1',
      `[::1]:${port}`,
    ];
    if (ownAddress !== undefined) own.push(`${ownAddress}:${port}`);
    for (const host of own)
      expect([host, await statusOf('/api/books', `Host: ${host}`)]).toEqual([host, 200]);
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.0.2.7',
      '[2001:db8::7]',
      '',
    ];
    for (const host of foreign)
      expect([host, await statusOf('/api/books', `Host: ${host}`)]).toEqual([host, 421]);
  });

  it('a cached response and the socket are not answered for another name either', async () => {
    app = await TestApp.start();
    for (let time = 0; time < 2; time += 1) expect(await statusOf('/api/books', 'Host: localhost')).toBe(200);
    expect(await statusOf('/api/books', 'Host: evil.example')).toBe(421);
    expect(await upgrade('evil.example')).toBe(421);
    expect(await upgrade('localhost')).toBe(101);
  });

  it('monitoring is answered by any name', async () => {
    app = await TestApp.start();
    for (const path of ['/healthz', '/readyz?probe=1', '/readyz/process'])
      expect(await statusOf(path, 'Host: probe')).toBe(200);
    // Refused by its own rule, not by the name.
    expect(await statusOf('/metrics', 'Host: probe')).toBe(404);
  });
});

describe('with a public URL', () => {
  const start = async (publicUrl: string) => {
    app = await TestApp.start({ variables: { PUBLIC_URL: publicUrl } });
  };

  it('its name and the machine itself are answered, no other campus', async () => {
    await start('https://Books.example.edu');
    const own = [
      'books.example.edu',
      'BOOKS.example.edu:443',
      'books.example.edu.',
      'localhost',
      '127.0.0.1',
    ];
    for (const host of own)
      expect([host, await statusOf('/api/books', `Host: ${host}`)]).toEqual([host, 200]);
    const foreign = [
      'example.edu',
      'www.books.example.edu',
      'books.example.edu.evil.example',
      'northfield.example.edu',
      '192.0.2.7',
      '',
    ];
    for (const host of foreign)
      expect([host, await statusOf('/api/books', `Host: ${host}`)]).toEqual([host, 421]);
    expect(await upgrade('northfield.example.edu')).toBe(421);
    expect(await upgrade('books.example.edu')).toBe(101);
  });

  it('a load balancer asks for the health by an address', async () => {
    await start('https://books.example.edu');
    for (const path of ['/healthz', '/readyz', '/readyz/process'])
      expect(await statusOf(path, 'Host: 192.0.2.7:3000')).toBe(200);
  });

  it('an address of IPv6 is answered as well', async () => {
    await start('http://[2001:db8::7]:8080');
    expect(await statusOf('/api/books', 'Host: [2001:db8::7]:8080')).toBe(200);
    expect(await statusOf('/api/books', 'Host: [2001:db8::8]:8080')).toBe(421);
  });
});

it('two Host headers are refused', async () => {
  app = await TestApp.start({ variables: { PUBLIC_URL: 'https://books.example.edu' } });
  expect(await statusOf('/healthz', 'Host: localhost', 'host: evil.example')).toBe(400);
  const lines = ['Host: localhost', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'];
  expect(await statusOf('/ws', ...lines)).toBe(400);
});

it.each([
  { last: 'Host: evil.example', status: '421' },
  { last: 'Host: localhost\r\nHost: localhost', status: '400' },
])('each request of a connection is checked, and has its own id: $status', async ({ last, status }) => {
  app = await TestApp.start();
  const { hostname, port } = new URL(app.address);
  const line = connect(Number(port), hostname);
  let text = '';
  const ended = new Promise((resolve) => line.on('data', (data) => (text += data)).on('end', resolve));
  const headers = ['Host: localhost', 'Host: localhost', last];
  line.write(headers.map((lines) => `GET /api/books HTTP/1.1\r\n${lines}\r\n\r\n`).join(''));
  await ended;
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value);
  expect(found(/HTTP\/1\.1 (\d+)/g)).toEqual(['200', '200', status]);
  expect(new Set(found(/x-request-id: (\S+)/g)).size).toBe(3);
});

describe('the published passwords of the demo campus', () => {
  const prepare = async (variables: Record<string, string> = {}) => {
    app = await TestApp.start({ variables });
    const { context, accounts, photos } = app.app;
    return seedDemoCampus({
      ...context,
      createDemoUser: accounts.createDemoUser,
      deleteUser: accounts.deleteUser,
      seedPhoto: photos.seedPhoto,
      now: app.clock.now(),
      knownPasswords: true,
      progress: () => {},
    });
  };
  const signIn = ({ email, password }: { email: string; password: string }, headers = {}) =>
    app.visitor().send('POST', '/api/auth/sign-in/email', { email, password }, headers);

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
    ['x-forwarded-server', 'books.example.edu'],
    ['cf-connecting-ip', '203.0.113.9'],
  ])('stop working at the first request with %s, which is the first refused', async (name, value) => {
    const [student, admin] = await prepare();
    expect((await signIn(student!)).status).toBe(200);
    const refused = await Promise.all([signIn(admin!, { [name]: value }), signIn(admin!, { [name]: value })]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401]);
    expect((await signIn(student!)).status).toBe(401);
    const { rows } = await app.database.pool.query('SELECT FROM identity_sessions');
    expect(rows).toHaveLength(0);
  });

  it('stop working behind a proxy that adds no header and hides its name', async () => {
    const [student] = await prepare();
    const port = new URL(app.address).port;
    const page = ['Referer: https://books.example.edu/', 'Sec-Fetch-Site: same-origin'];
    // A page of another site, which anyone can make a browser show, and the product's own.
    await statusOf('/', `Host: 127.0.0.1:${port}`, page[0]!, 'Sec-Fetch-Site: cross-site');
    await statusOf('/', `Host: 127.0.0.1:${port}`, `Referer: http://127.0.0.1:${port}/`, page[1]!);
    expect((await signIn(student!)).status).toBe(200);
    await statusOf('/', `Host: 127.0.0.1:${port}`, ...page);
    expect((await signIn(student!)).status).toBe(401);
  });

  it('stop working when the server is asked by a name that is not its own', async () => {
    const [student] = await prepare();
    expect(await statusOf('/', 'Host: books.example.edu')).toBe(421);
    await expect.poll(async () => (await signIn(student!)).status).toBe(401);
  });

  it('stop working at a request with HTTP/1.0, as nginx sends them', async () => {
    const [student] = await prepare();
    const { port } = new URL(app.address);
    const lines = ['GET /api/nothing HTTP/1.0', `Host: 127.0.0.1:${port}`, '', ''];
    const line = connect(Number(port), '127.0.0.1', () => line.write(lines.join('\r\n')));
    await new Promise((resolve) => line.on('close', resolve).resume());
    expect((await signIn(student!)).status).toBe(401);
  });

  it('end the sessions and close the sockets that they have opened', async () => {
    const [student] = await prepare();
    const ended: string[] = [];
    const { sessionsEnded } = await import('#features/accounts/server/account-events.ts');
    app.app.context.events.subscribe(sessionsEnded, ({ userId }) => ended.push(userId));
    await signIn(student!);
    await app.visitor().send('GET', '/api/books/nothing', undefined, { via: '1.1 proxy' });
    expect(ended.length).toBeGreaterThan(2);
  });
});
