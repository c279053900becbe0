import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runMarkets } from '#app/cli/markets/run-markets.ts';
import { runOperator } from '#app/cli/operator/run-operator.ts';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { OPERATOR, TestOperator } from '#tests/support/markets/test-operator.ts';

let deployment: TestDeployment;
let page: TestOperator;

beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run(['create', 'westfield', '--host', 'westfield.example']);
  page = await TestOperator.start(deployment, { variables: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  await page.stop();
  await deployment.stop();
});
beforeEach(() => {
  page.forgetCookie();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function readMails(): Promise<string[]> {
  const outbox = join(deployment.variables['DATA_DIR']!, 'mail-outbox');
  const names = await readdir(outbox).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
}

test('a link that the command prints signs in once, for twelve hours', async () => {
  const token = await page.link();
  const opened = await page.ask(`/operator/sign-in?token=${token}`);
  expect(opened.body).toContain('<button class="btn wide">Sign in</button>');
  // A program that reads mails has used nothing up.
  const entered = await page.ask('/operator/sign-in', { form: { token } });
  expect([entered.status, entered.headers.location]).toEqual([303, '/operator']);
  expect(entered.headers['set-cookie']).toEqual([
    expect.stringMatching(/^bookswap-operator=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
  ]);
  expect((await page.ask('/operator')).body).toContain(`Signed in as ${OPERATOR}`);
  const cookie = page.cookie!;
  page.forgetCookie();
  expect((await page.ask('/operator/sign-in', { form: { token } })).status).toBe(403);
  deployment.clock.advance({ hours: 13 });
  const late = await page.ask('/operator', { headers: { cookie } });
  expect(late.body).not.toContain('Signed in as');
});

test('a link is too old after a quarter of an hour', async () => {
  const token = await page.link();
  deployment.clock.advance({ minutes: 16 });
  const { status, body } = await page.ask('/operator/sign-in', { form: { token } });
  expect([status, body]).toEqual([403, expect.stringContaining('older than 15 minutes')]);
});

test('an address that is not named gets the same answer, and no mail', async () => {
  const ask = (email: string, address: string) =>
    page.ask('/operator/link', { form: { email }, headers: from(address) });
  const named = await ask(OPERATOR.toUpperCase(), '192.0.2.1');
  const other = await ask('eve@westfield.example', '192.0.2.2');
  expect([other.status, other.body]).toEqual([named.status, named.body]);
  await expect.poll(readMails).toHaveLength(1);
  const [mail] = await readMails();
  expect(mail).toContain(`To: ${OPERATOR}`);
  const [, token] = /token=([\w-]+)/.exec(mail!)!;
  expect((await page.ask('/operator/sign-in', { form: { token: token! } })).status).toBe(303);
});

test('a network asks for five links in a quarter of an hour', async () => {
  const ask = (address: string) =>
    page.ask('/operator/link', { form: { email: 'eve@westfield.example' }, headers: from(address) });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await ask('198.51.100.7')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await ask('198.51.100.8')).status).toBe(200);
  const guess = () =>
    page.ask('/operator/sign-in', { form: { token: 'x'.repeat(43) }, headers: from('198.51.100.9') });
  for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(403);
  expect((await guess()).status).toBe(429);
});

test('a form of another page changes nothing, also of a host of the same site', async () => {
  const token = await page.link();
  for (const origin of ['http://westfield.example', `http://operator.example`, 'null', ''])
    expect((await page.ask('/operator/sign-in', { form: { token }, headers: { origin } })).status).toBe(403);
  expect((await page.ask('/operator/sign-in', { form: { token } })).status).toBe(303);
  const { number } = page.directory.list().find(({ name }) => name === 'westfield')!;
  const foreign = await page.ask(`/operator/markets/${number}/pause`, {
    form: { reason: 'x' },
    headers: { origin: 'http://westfield.example' },
  });
  expect(foreign.status).toBe(403);
  expect(page.directory.get(number)!.state).toBe('active');
});

test('an operator who is no longer named is signed out, and signing out ends the session', async () => {
  await page.signIn('other@bookswap.example');
  const cookie = page.cookie!;
  expect((await page.ask('/operator')).body).toContain('Signed in as other@bookswap.example');
  const next = await TestOperator.start(deployment, { variables: { OPERATOR_EMAILS: OPERATOR } });
  try {
    expect((await next.ask('/operator', { headers: { cookie } })).body).not.toContain('Signed in as');
    await expect(runOperator(['link', 'other@bookswap.example'], next.variables)).rejects.toThrow(
      'is not one of OPERATOR_EMAILS',
    );
  } finally {
    await next.stop();
  }
  await page.ask('/operator/sign-out', { form: {} });
  expect((await page.ask('/operator', { headers: { cookie } })).body).not.toContain('Signed in as');
});

test('every page without a session leads to the sign-in, and shows nothing of a market', async () => {
  for (const path of ['/operator/new', '/operator/markets/2/pause'])
    expect((await page.ask(path)).headers.location).toBe('/operator');
  for (const path of [
    '/operator/new',
    '/operator/markets/2/pause',
    '/operator/markets/2/resume',
    '/operator/requests/1/drop',
  ])
    expect((await page.ask(path, { form: { reason: 'x' } })).headers.location).toBe('/operator');
  expect((await page.ask('/operator')).body).not.toContain('westfield');
  // An account of a market does not count.
  const account = await page.ask('/operator', {
    headers: { authorization: 'Bearer x', cookie: 'bookswap.session_token=x' },
  });
  expect(account.body).toContain('Send me a link');
});

test('the host has the page and nothing of a market, and other hosts have no page', async () => {
  expect((await page.ask('/')).headers.location).toBe('/operator');
  for (const path of ['/api/books', '/objects/x', '/manifest.webmanifest', '/sw.js', '/admin'])
    expect([path, (await page.ask(path)).status]).toEqual([path, 404]);
  expect((await page.ask('/operator', { host: 'westfield.example' })).status).toBe(404);
  expect((await page.ask('/operator', { host: 'nowhere.example' })).status).toBe(421);
  const { headers } = await page.ask('/operator');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  });
});

test('no market gets the host of the page', async () => {
  const create = runMarkets(['create', 'east', '--host', 'operator.example'], page.variables);
  await expect(create).rejects.toThrow(
    'operator.example is the host of the operators’ page (OPERATOR_HOST).',
  );
});

test('a network asks the directory three hundred times a minute, with any cookie, and leaves other networks alone', async () => {
  const ask = async (address: string) =>
    (
      await page.ask('/operator', {
        headers: { ...from(address), cookie: `bookswap-operator=${'x'.repeat(43)}` },
      })
    ).status;
  // Each from its own /64 of one /48.
  for (let at = 0; at < 300; at += 1) expect(await ask(`2001:db8:7:${at.toString(16)}::1`)).toBe(200);
  expect(await ask('2001:db8:7:ffff::1')).toBe(429);
  expect(await ask('2001:db8:8::1')).toBe(200);
  deployment.clock.advance({ minutes: 1 });
  expect(await ask('2001:db8:7::1')).toBe(200);
});
