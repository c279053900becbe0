import { request as sendRequest } from 'node:http';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeOidcProvider, oidcClient } from '#tests/support/fakes/fake-oidc-provider.ts';
import { type LogLine, recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { OidcTestBrowser } from '#tests/support/fakes/oidc-test-browser.ts';
import { PasskeyBrowsers } from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { requestFrom } from '#tests/support/server/test-accounts.ts';
import { TEST_PASSWORD, TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const EMAIL = 'maya.lindgren@northfield.example';

/** What a default installation logs. */
const startApp = (logStream: Writable, variables: Record<string, string> = {}) =>
  TestApp.start({ logStream, variables: { LOG_LEVEL: 'warn', ...variables } });

let app: TestApp;
let lines: LogLine[];
let maya: TestClient;
beforeEach(async () => {
  const log = recordLogLines();
  lines = log.lines;
  app = await startApp(log.logStream);
  maya = await app.signedInClient('Maya Lindgren', EMAIL);
});
afterEach(() => app.stop());

/** Sign-ins, which most tests begin with, are left out. */
const events = () => lines.filter((line) => 'securityEvent' in line && line['securityEvent'] !== 'signed-in');
const signIns = () => lines.filter((line) => line['securityEvent'] === 'signed-in');
const countOf = async (event: string) => {
  const { body } = await app.visitor().get('/metrics');
  return Number(new RegExp(`^bookswap_security_events_total{event="${event}"} (\\d+)$`, 'm').exec(body)?.[1]);
};
const signIn = (password: string, email = EMAIL) =>
  app.visitor().post('/api/auth/sign-in/email', { email, password });

it('a failed sign-in is one line about an account without its email or address, and is counted', async () => {
  expect(await countOf('sign-in-failed')).toBe(0);
  await signIn('wrong horse');
  await signIn('wrong horse', ` ${EMAIL.toUpperCase()}`);
  await signIn('wrong horse', 'other.student@northfield.example');
  await signIn(TEST_PASSWORD);
  const [first, again, other] = events();
  expect(events()).toHaveLength(3);
  expect(first).toMatchObject({
    level: 40,
    securityEvent: 'sign-in-failed',
    route: 'POST /api/auth/sign-in/email',
    status: 401,
    code: 'invalid-credentials',
    account: expect.stringMatching(/^[\w-]{12}$/),
    network: expect.stringMatching(/^[\w-]{12}$/),
  });
  expect([again!['account'], again!['network']]).toEqual([first!['account'], first!['network']]);
  expect(other!['account']).not.toBe(first!['account']);
  expect(JSON.stringify(events())).not.toMatch(/maya|lindgren|northfield|127\.0\.0\.1|horse/i);
  expect(await countOf('sign-in-failed')).toBe(3);
});

it('a client that leaves before the response is recorded, too', async () => {
  const headers = { 'content-type': 'application/json', origin: app.address };
  const request = sendRequest(`${app.address}/api/auth/sign-in/email`, { method: 'POST', headers });
  request.on('error', () => {});
  app.app.context.http.server.once('request', () => request.destroy());
  request.end(JSON.stringify({ email: EMAIL, password: 'wrong horse' }));
  await expect.poll(() => events().map(({ code }) => code)).toEqual(['invalid-credentials']);
});

it('sign-ins over the limit, admin calls of others, and unsigned webhooks are refused and recorded', async () => {
  for (let time = 0; time < 12; time += 1) await signIn('wrong horse');
  await maya.get('/api/admin/stats');
  await app.visitor().get('/api/admin/stats');
  await maya.delete(`/api/admin/users/${maya.id}`);
  await app.visitor().post('/api/webhooks/stripe');
  const kinds = events().map(({ securityEvent, code }) => `${String(securityEvent)}: ${String(code)}`);
  expect(kinds.slice(9)).toEqual([
    'sign-in-failed: invalid-credentials',
    'sign-in-refused: too-many-requests',
    'sign-in-refused: too-many-requests',
    'admin-call-refused: admin-required',
    'admin-call-refused: sign-in-required',
    'admin-call-refused: admin-required',
    'webhook-refused: invalid-webhook-signature',
  ]);
  expect([await countOf('admin-call-refused'), await countOf('webhook-refused')]).toEqual([3, 1]);
});

it('a wrong current password and a changed one are recorded', async () => {
  const change = (currentPassword: string) =>
    maya.post('/api/auth/change-password', { currentPassword, newPassword: 'quite another horse' });
  await change('wrong horse');
  await change(TEST_PASSWORD);
  expect(events()).toMatchObject([
    { securityEvent: 'confirmation-failed', code: 'invalid-current-password' },
    { securityEvent: 'credential-changed', status: 200, account: expect.any(String) },
  ]);
});

it('each change of the passkeys is recorded', async () => {
  const { http } = app.app.context;
  const browsers = new PasskeyBrowsers({ http, publicUrl: app.address });
  const browser = await browsers.signIn(EMAIL, TEST_PASSWORD);
  await browsers.register(browser, new SoftPasskey(browsers.origin), TEST_PASSWORD);
  const [{ id }] = (await browsers.send(browser, 'GET', '/api/users/me/passkeys')).json();
  for (const name of ['Laptop', 'Laptop'])
    await browsers.send(browser, 'PATCH', `/api/users/me/passkeys/${id}`, { name });
  await browsers.send(browser, 'DELETE', `/api/users/me/passkeys/${id}`, { password: TEST_PASSWORD });
  expect(events()).toMatchObject(
    [
      'POST /api/auth/passkey/register',
      'PATCH /api/users/me/passkeys/:id',
      'DELETE /api/users/me/passkeys/:id',
    ].map((route) => ({ securityEvent: 'credential-changed', route, account: expect.any(String) })),
  );
});

it('a wrong passkey at the second step is recorded', async () => {
  const { http } = app.app.context;
  const browsers = new PasskeyBrowsers({ http, publicUrl: app.address });
  const browser = await browsers.signIn(EMAIL, TEST_PASSWORD);
  await browsers.use(browser, new SoftPasskey(browsers.origin), 'passkey/confirm');
  expect(events()).toMatchObject([
    { securityEvent: 'confirmation-failed', code: 'passkey-not-accepted', account: expect.any(String) },
  ]);
  expect(await countOf('confirmation-failed')).toBe(1);
});

it('guessed links, and requests of other sites, are recorded', async () => {
  const { http } = app.app.context;
  const visitor = app.visitor();
  await visitor.post('/api/auth/reset-password', { token: 'guess', newPassword: 'quite another horse' });
  await http.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    payload: { email: EMAIL, password: TEST_PASSWORD },
  });
  expect(events()).toMatchObject([
    { securityEvent: 'link-refused', code: 'link-expired' },
    { securityEvent: 'browser-request-refused', code: 'origin-not-allowed' },
  ]);
  expect(await countOf('link-refused')).toBe(1);
});

it('the log takes sixty lines a minute of one kind; all are counted', async () => {
  for (let time = 0; time < 70; time += 1) await app.visitor().get('/api/admin/stats');
  expect(events()).toHaveLength(60);
  expect(await countOf('admin-call-refused')).toBe(70);
});

it('each sign-in is one line about its account, with a password or a passkey, and is counted', async () => {
  const { http } = app.app.context;
  const browsers = new PasskeyBrowsers({ http, publicUrl: app.address });
  const browser = await browsers.signIn(EMAIL, TEST_PASSWORD);
  const device = new SoftPasskey(browsers.origin);
  await browsers.register(browser, device, TEST_PASSWORD);
  await browsers.use({ cookie: '' }, device);
  await signIn('wrong horse');
  const [byPassword, byPasskey] = signIns();
  expect(signIns()).toMatchObject([
    { level: 30, securityEvent: 'signed-in', route: 'POST /api/auth/sign-in/email', status: 200 },
    { level: 30, securityEvent: 'signed-in', route: 'POST /api/auth/sign-in/passkey', status: 200 },
  ]);
  expect(byPasskey!['account']).toBe(byPassword!['account']);
  expect(JSON.stringify(signIns())).not.toMatch(/maya|lindgren|northfield|127\.0\.0\.1|horse/i);
  expect(await countOf('signed-in')).toBe(2);
});

it('many sign-ins do not fill the log, and leave its lines to failed ones', async () => {
  // Each account has thirty sign-ins in a quarter of an hour.
  const others = ['tom.hale@northfield.example', 'zoe.hill@northfield.example'];
  for (const email of others) await app.signedInClient('Another User', email);
  for (let time = 0; time < 66; time += 1) await signIn(TEST_PASSWORD, [EMAIL, ...others][time % 3]);
  await signIn('wrong horse');
  expect([signIns().length, events().length]).toEqual([60, 1]);
  expect(await countOf('signed-in')).toBe(66);
});

it('a sign-in with the university is one line about its account, a refused one another', async () => {
  const port = String(await freePort());
  const provider = await FakeOidcProvider.start(`http://127.0.0.1:${port}`);
  const log = recordLogLines();
  await app.stop();
  app = await startApp(log.logStream, {
    PORT: port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  });
  // The provider uses the clock of the machine.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  try {
    provider.members.set('ada', { sub: 'ada', email: EMAIL, email_verified: true, name: 'Ada Byron' });
    provider.members.set('mute', { sub: 'mute', name: 'Mute' });
    const ask = requestFrom(app.app.context.http);
    for (const [sub, page] of [
      ['ada', '/signed-in'],
      ['mute', '/sign-in?campus=no-email'],
    ] as const)
      expect(await new OidcTestBrowser({ ask }, provider).signIn(sub)).toBe(page);
    const route = 'GET /api/auth/callback/campus';
    expect(log.lines.filter((line) => 'securityEvent' in line)).toMatchObject([
      { level: 30, securityEvent: 'signed-in', route, account: expect.stringMatching(/^[\w-]{12}$/) },
      { level: 40, securityEvent: 'sign-in-refused', route, code: 'no-email' },
    ]);
  } finally {
    await provider.close();
  }
});
