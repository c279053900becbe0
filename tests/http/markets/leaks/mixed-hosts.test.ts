import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CANARY } from '#tests/support/markets/filled-market.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';

let markets: TestMarkets;
beforeAll(async () => {
  markets = await TestMarkets.open(['northfield', 'westfield']);
  await markets.world('northfield').createBook({ title: `Algorithms of ${CANARY}` });
  await markets.world('westfield').createBook({ title: 'Algorithms of westfield' });
});
afterAll(() => markets.stop());

/** Sends all of it in one connection, and returns the answers. */
function send(...requests: string[]): Promise<string[]> {
  const { hostname, port } = new URL(markets.addressOf('westfield'));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(requests.join('')));
    let text = '';
    socket
      .setTimeout(10_000, () => socket.destroy(new Error(`Too late: ${text}`)))
      .on('data', (part) => (text += part.toString()))
      .on('error', reject)
      .on('close', () => resolve(text.split(/(?=HTTP\/1\.1 )/)));
  });
}

type Parts = { path?: string; more?: string; isLast?: boolean };
const get = (host: string, { path = '/api/books', more = '', isLast = false }: Parts = {}) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}${isLast ? 'Connection: close\r\n' : ''}\r\n`;

const shown = (answer: string) => [
  Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
  answer.includes(CANARY) ? 'northfield' : answer.includes('of westfield') ? 'westfield' : 'none',
];

it('one connection that names several markets gets of each what it has', async () => {
  const hosts = [
    'northfield.example',
    'westfield.example',
    'northfield.example',
    'nowhere.example',
    'westfield.example',
  ];
  const answers = await send(...hosts.map((host, at) => get(host, { isLast: at === hosts.length - 1 })));
  expect(answers.map(shown)).toEqual([
    [200, 'northfield'],
    [200, 'westfield'],
    [200, 'northfield'],
    // Refused, and the connection ends.
    [421, 'none'],
  ]);
});

it.each([
  ['X-Forwarded-Host: northfield.example\r\n', 200, 'westfield'],
  ['Forwarded: host=northfield.example\r\n', 200, 'westfield'],
  ['X-Original-Host: northfield.example\r\nX-Host: northfield.example\r\n', 200, 'westfield'],
  ['X-Forwarded-For: 127.0.0.2\r\nX-Real-IP: 127.0.0.2\r\n', 200, 'westfield'],
  ['hOST: northfield.example\r\n', 400, 'none'],
])('%j does not lead elsewhere', async (more, status, market) => {
  const [answer] = await send(get('westfield.example', { more, isLast: true }));
  expect(shown(answer!)).toEqual([status, market]);
});

it.each([
  'northfield.example@westfield.example',
  'westfield.example/northfield.example',
  'westfield.example,northfield.example',
  '',
])('the host %j is none', async (host) => {
  const [answer] = await send(get(host, { isLast: true }));
  expect([400, 421]).toContain(shown(answer!)[0]);
  expect(shown(answer!)[1]).toBe('none');
});

it('an absolute address in the request line does not count', async () => {
  const path = 'http://northfield.example/api/books';
  const [answer] = await send(get('westfield.example', { path, isLast: true }));
  expect(shown(answer!)[1]).not.toBe('northfield');
});

it('links in emails lead to the main address, by which host they were asked for', async () => {
  const { app } = markets.world('northfield');
  const nora = await app.signedInClient('Nora', 'nora@northfield.edu');
  const body = JSON.stringify({ email: 'nora@northfield.edu' });
  const head = `POST /api/auth/forgot-password HTTP/1.1\r\nHost: northfield.example\r\nX-Forwarded-Host: evil.example\r\n`;
  const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  const [answer] = await send(head + rest);
  expect(shown(answer!)[0]).toBeLessThan(300);
  const mails = await readOutbox(app, nora.id);
  const links = mails.flatMap((mail) => mail.match(/https?:\/\/[^\s/]+/g) ?? []);
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links)).toEqual(new Set([app.address]));
});
