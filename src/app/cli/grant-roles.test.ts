import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { runGrant, runRevoke } from './grant-roles.ts';

const [RUTH, MAYA] = ['ruth@northfield.edu', 'maya@northfield.edu'];
let app: TestApp;
let ruth: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  ruth = await app.signedInClient('Ruth Abara', RUTH);
  await app.signedInClient('Maya Ross', MAYA);
  await app.database.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [ruth.id]);
});
afterAll(() => app.stop());

const grant = (email: string, role?: string) => runGrant(app.database, email, role);
const revoke = (email: string, role?: string, adminEmails: string[] = []) =>
  runRevoke(app.database, email, role, adminEmails);

it('gives roles by email, an admin without one, and takes them away', async () => {
  expect(await grant('nobody@northfield.edu', 'moderator')).toMatchObject({ done: false });
  expect(await grant(RUTH, 'owner')).toEqual({
    text: 'There is no role owner: moderator, course-editor, admin.',
    done: false,
  });
  expect(await grant(` ${RUTH.toUpperCase()}`)).toMatchObject({ done: true });
  expect((await ruth.get('/api/admin/stats')).status).toBe(200);
  expect(await grant(MAYA, 'course-editor')).toEqual({
    text: `${MAYA} is now a course editor. The email isn't verified: make sure this is the right account.`,
    done: true,
  });
  expect(await revoke(MAYA, 'moderator')).toMatchObject({ done: false });
  expect(await revoke(MAYA)).toMatchObject({ done: false });
  expect(await revoke(MAYA, 'course-editor')).toMatchObject({ done: true });
  expect(await revoke(RUTH, 'admin')).toEqual({
    text: `${RUTH} is the last admin and keeps the role. Make someone else admin first.`,
    done: false,
  });
  await grant(MAYA, 'admin');
  expect((await revoke(RUTH, 'admin', [RUTH])).text).toContain('ADMIN_EMAILS');
  const { body } = await ruth.get('/api/admin/audit');
  expect(
    body.map(({ actor, action, details }: Record<string, unknown>) => [actor, action, details]).toReversed(),
  ).toEqual([
    [null, 'role-granted', { role: 'admin' }],
    [null, 'role-granted', { role: 'course-editor' }],
    [null, 'role-revoked', { role: 'course-editor' }],
    [null, 'role-granted', { role: 'admin' }],
  ]);
});
