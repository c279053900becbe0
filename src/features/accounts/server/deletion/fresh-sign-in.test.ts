import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { PasskeyBrowsers, type TestBrowser } from '#tests/support/fakes/passkey-browsers.ts';
import { outcome } from '#tests/support/server/test-accounts.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { TEST_PASSWORD, TestApp } from '#tests/support/server/test-app.ts';

const EMAIL = 'maya.ross@northfield.edu';

let app: TestApp;
afterEach(() => app.stop());

describe('an account without a password', () => {
  let browsers: PasskeyBrowsers;
  let device: SoftPasskey;
  let maya: TestBrowser;
  beforeEach(async () => {
    app = await TestApp.start();
    // Better Auth writes the times of sessions by the clock of the machine.
    app.clock.advance(Date.now() - app.clock.now().getTime());
    browsers = new PasskeyBrowsers({ http: app.app.context.http, publicUrl: app.address });
    device = new SoftPasskey(browsers.origin);
    await app.signedInClient('Maya Ross', EMAIL);
    maya = await browsers.signIn(EMAIL, TEST_PASSWORD);
  });

  /** Makes the account one that the university's sign-in created. */
  const dropPassword = () =>
    app.database.pool.query(`UPDATE identity_accounts SET password = NULL, provider_id = 'campus'`);
  const later = async (ms: number) => {
    app.clock.advance(ms);
    maya = await browsers.withToken(maya.cookie);
  };
  const leave = (confirm = EMAIL) => browsers.send(maya, 'DELETE', '/api/users/me', { confirm });
  const users = () => app.database.pool.query('SELECT FROM users').then(({ rowCount }) => rowCount);

  it('is deleted within ten minutes of the sign-in only, also with the right email', async () => {
    await dropPassword();
    await later(10 * MINUTE_MS + 1_000);
    expect(outcome(await leave())).toEqual([403, 'sign-in-again']);
    expect(outcome(await leave('someone.else@northfield.edu'))).toEqual([403, 'sign-in-again']);
    expect(await users()).toBe(1);
    await later(-2 * MINUTE_MS);
    expect(outcome(await leave('someone.else@northfield.edu'))).toEqual([403, 'confirmation-mismatch']);
    expect((await leave()).statusCode).toBe(200);
    expect(await users()).toBe(0);
  });

  it('with a passkey is deleted after the passkey was used again', async () => {
    await browsers.register(maya, device, TEST_PASSWORD);
    await dropPassword();
    await later(10 * MINUTE_MS + 1_000);
    expect(outcome(await leave())).toEqual([403, 'passkey-required']);
    expect((await browsers.use(maya, device, 'passkey/confirm')).statusCode).toBe(200);
    await later(5 * MINUTE_MS);
    expect((await leave()).statusCode).toBe(200);
  });

  it('with a lost passkey is deleted after another sign-in', async () => {
    await browsers.register(maya, device, TEST_PASSWORD);
    await dropPassword();
    await later(9 * MINUTE_MS);
    expect((await leave()).statusCode).toBe(200);
  });
});
