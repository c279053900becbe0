import { afterEach, expect, it } from 'vitest';
import { banEmail } from '#features/accounts/server/public.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { runUnbanCommand } from './unban-email.ts';

const key = 'the key that the product runs with here';
const email = 'tim.barr@northfield.example';

let app: TestApp;
afterEach(() => app.stop());

async function openBarred(variables: Record<string, string>): Promise<void> {
  app = await TestApp.start({ variables });
  const { secrets } = app.app.context;
  await app.database.transaction((tx) => banEmail(tx, { email, secrets, now: app.clock.now() }));
}
const everything = async () =>
  (
    await app.database.pool.query(
      `SELECT (SELECT json_agg(k ORDER BY k.name) FROM installation_state k) AS kept, (SELECT count(*) FROM banned_emails) AS banned,
        (SELECT count(*) FROM audit_entries) AS audit`,
    )
  ).rows[0];
const run = (secretKey: string | undefined, whose = email) =>
  runUnbanCommand(
    app.database,
    whose,
    { secretKey, dataDir: app.app.context.dataDir, databaseUrl: undefined },
    app.clock.now(),
  );

it.each([
  ['another key', { SECRET_KEY: key }, `not ${key}`],
  ['no key where the product has one', { SECRET_KEY: key }, undefined],
  ['a key where the product made its own', {}, key],
])('says of %s that it is not the product’s, and writes nothing', async (_, variables, given) => {
  await openBarred(variables);
  const before = await everything();
  const { text, done } = await run(given);
  expect([done, text]).toEqual([false, expect.stringContaining('SECRET_KEY')]);
  expect(text).not.toContain("wasn't banned");
  expect(await everything()).toEqual(before);
});

it.each([
  ['the product’s key', { SECRET_KEY: key }, key],
  ['the one that the product made', {}, undefined],
])('lets an e-mail sign up again with %s, once', async (_, variables, given) => {
  await openBarred(variables);
  const before = await everything();
  expect(await run(given, 'nobody@northfield.example')).toEqual({
    text: "nobody@northfield.example wasn't banned.",
    done: false,
  });
  expect(await everything()).toEqual(before);
  expect(await run(given)).toEqual({ text: `${email} can sign up again.`, done: true });
  expect(await everything()).toMatchObject({ banned: 0, audit: 1, kept: before.kept });
  expect((await run(given)).done).toBe(false);
});

it('fails while the secret of the installation is unknown', async () => {
  await openBarred({});
  await app.database.pool.query('DELETE FROM installation_state');
  const before = await everything();
  for (const given of [key, undefined])
    expect(await run(given)).toEqual({ text: expect.stringContaining('SECRET_KEY'), done: false });
  expect(await everything()).toEqual(before);
});
