import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { PasskeyBrowsers, type TestBrowser } from '#tests/support/fakes/passkey-browsers.ts';
import { outcome } from '#tests/support/server/test-accounts.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { TEST_PASSWORD, TestApp } from '#tests/support/server/test-app.ts';

const ADMIN = 'ruth.adler@northfield.edu';

let app: TestApp;
let browsers: PasskeyBrowsers;
let device: SoftPasskey;
beforeEach(async () => {
  app = await TestApp.start();
  // Better Auth writes the times of sessions by the clock of the machine.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  browsers = new PasskeyBrowsers({ http: app.app.context.http, publicUrl: app.address });
  device = new SoftPasskey(browsers.origin);
});
afterEach(() => app.stop());

const query = (text: string) => app.database.pool.query(text);

it('a user without a password adds a passkey within ten minutes of the sign-in', async () => {
  await app.signedInClient('Maya Ross', 'maya.ross@northfield.edu');
  const maya = await browsers.signIn('maya.ross@northfield.edu', TEST_PASSWORD);
  // As an account that the university's sign-in created.
  await query(`UPDATE identity_accounts SET password = NULL, provider_id = 'campus'`);
  app.clock.advance(10 * MINUTE_MS + 1_000);
  const late = await browsers.withToken(maya.cookie);
  expect(outcome(await browsers.register(late, device))).toEqual([403, 'sign-in-again']);
  app.clock.advance(-2 * MINUTE_MS);
  const early = await browsers.withToken(maya.cookie);
  expect((await browsers.register(early, device)).statusCode).toBe(200);
});

describe('an administrator with a passkey', () => {
  let admin: TestBrowser;
  /** After a sign-in with the password alone. */
  beforeEach(async () => {
    await app.signedInClient('Ruth Adler', ADMIN);
    await query('UPDATE users SET email_verified = true');
    await app.database.transaction((tx) => grantAdmin(tx, ADMIN));
    const first = await browsers.signIn(ADMIN, TEST_PASSWORD);
    expect((await browsers.register(first, device, TEST_PASSWORD)).statusCode).toBe(200);
    admin = await browsers.signIn(ADMIN, TEST_PASSWORD);
  });

  const call = (method: 'GET' | 'DELETE', path: string) => browsers.send(admin, method, `/api/admin/${path}`);
  /** The passkey was used; the token is a new one. */
  const confirm = async () => {
    expect((await browsers.use(admin, device, 'passkey/confirm')).statusCode).toBe(200);
    admin = await browsers.withToken(admin.cookie);
  };
  const later = async (ms: number) => {
    app.clock.advance(ms);
    admin = await browsers.withToken(admin.cookie);
  };

  it('needs it for the dashboard, and others are no administrators', async () => {
    expect(outcome(await call('GET', 'stats'))).toEqual([403, 'passkey-required']);
    await confirm();
    expect((await call('GET', 'stats')).statusCode).toBe(200);
    const other = await app.signedInClient();
    expect((await other.get('/api/admin/stats')).body.code).toBe('admin-required');
  });

  it('needs it within five minutes to delete a user', async () => {
    const [first, second] = [await app.signedInClient(), await app.signedInClient()];
    await confirm();
    await later(5 * MINUTE_MS);
    expect((await call('DELETE', `users/${first.id}`)).statusCode).toBe(200);
    await later(1);
    expect(outcome(await call('DELETE', `users/${second.id}`))).toEqual([403, 'passkey-required']);
    expect((await call('GET', 'stats')).statusCode).toBe(200);
  });

  it('needs it within five minutes to change roles', async () => {
    const { id } = await app.signedInClient();
    const set = () => browsers.send(admin, 'PUT', `/api/admin/users/${id}/roles`, { roles: ['moderator'] });
    await confirm();
    await later(5 * MINUTE_MS + 1);
    expect(outcome(await set())).toEqual([403, 'passkey-required']);
    await confirm();
    expect((await set()).statusCode).toBe(200);
  });

  it('has other roles of the team with it, too, and only their own', async () => {
    await query("UPDATE users SET is_admin = false, admin_granted = false, staff_roles = '{course-editor}'");
    expect(outcome(await call('GET', 'courses/export'))).toEqual([403, 'passkey-required']);
    expect(outcome(await call('GET', 'stats'))).toEqual([403, 'admin-required']);
    const own = async () => (await browsers.send(admin, 'POST', '/api/users/sync', {})).json();
    expect(await own()).toMatchObject({ roles: ['course-editor'], needsPasskey: true });
    await confirm();
    expect(await own()).toMatchObject({ roles: ['course-editor'], needsPasskey: false });
    expect((await call('GET', 'courses/export')).statusCode).toBe(200);
    expect(outcome(await call('GET', 'stats'))).toEqual([403, 'admin-required']);
  });

  it('needs it within five minutes to delete test data', async () => {
    await confirm();
    await later(5 * MINUTE_MS + 1);
    expect(outcome(await call('DELETE', 'cleanup-test-data'))).toEqual([403, 'passkey-required']);
    await confirm();
    expect((await call('DELETE', 'cleanup-test-data')).statusCode).toBe(200);
  });
});
