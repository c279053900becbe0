import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const LISTED = 'dean@northfield.edu';

let app: TestApp;
let ruth: TestClient;
let grace: TestClient;

beforeEach(async () => {
  app = await TestApp.start({ variables: { ADMIN_EMAILS: LISTED } });
  ruth = await app.signedInClient('Ruth Abara', 'ruth@northfield.edu');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.edu'));
  app.clock.advance(MINUTE_MS);
  grace = await app.signedInClient('Grace Lim', 'grace@northfield.edu');
});
afterEach(() => app.stop());

const setRoles = (by: TestClient, { id }: TestClient, roles: StaffRole[]) =>
  by.send('PUT', `/api/admin/users/${id}/roles`, { roles });
const preview = (by: TestClient) =>
  by.post('/api/admin/courses/preview', { csv: 'code,title,term,isbn,requirement\nCS 1,Algorithms,,,' });
const shownRoles = async (user: TestClient) => (await user.post('/api/users/sync')).body.roles;
const listed = async (query = '') => (await ruth.get(`/api/admin/users${query}`)).body;
const audited = async () =>
  (await ruth.get('/api/admin/audit')).body
    .map(({ action, targetId, details }: Record<string, unknown>) => [action, targetId, details])
    .toReversed();

describe('the roles of a user', () => {
  it('work and end with the token that the user has, and the browser is told', async () => {
    const socket = await grace.connect();
    expect((await preview(grace)).body.code).toBe('role-required');
    expect(await setRoles(ruth, grace, ['course-editor'])).toMatchObject({
      status: 200,
      body: { roles: ['course-editor'] },
    });
    await socket.next('user');
    expect((await preview(grace)).status).toBe(200);
    expect(await shownRoles(grace)).toEqual(['course-editor']);
    expect((await grace.get('/api/admin/users')).body.code).toBe('admin-required');
    await setRoles(ruth, grace, []);
    expect((await preview(grace)).body.code).toBe('role-required');
    expect(await shownRoles(grace)).toEqual([]);
  });

  it('are in the audit log, each with what changed', async () => {
    await setRoles(ruth, grace, ['moderator', 'course-editor', 'moderator']);
    await setRoles(ruth, grace, ['moderator', 'course-editor']);
    await setRoles(ruth, grace, ['moderator', 'admin']);
    expect(await audited()).toEqual([
      ['role-granted', grace.id, { role: 'moderator' }],
      ['role-granted', grace.id, { role: 'course-editor' }],
      ['role-granted', grace.id, { role: 'admin' }],
      ['role-revoked', grace.id, { role: 'course-editor' }],
    ]);
    expect((await grace.get('/api/admin/stats')).status).toBe(200);
  });

  it('are those that exist, of a user who exists', async () => {
    expect((await ruth.send('PUT', `/api/admin/users/${grace.id}/roles`, { roles: ['owner'] })).status).toBe(
      400,
    );
    const nobody = `/api/admin/users/${crypto.randomUUID()}/roles`;
    expect(await ruth.send('PUT', nobody, { roles: [] })).toMatchObject({
      status: 404,
      body: { code: 'user-not-found' },
    });
    expect(await audited()).toEqual([]);
  });
});

describe('the last admin', () => {
  it('keeps the role until another is one', async () => {
    expect(await setRoles(ruth, ruth, ['moderator'])).toMatchObject({
      status: 409,
      body: { code: 'last-admin-keeps-role' },
    });
    expect((await listed())[1]).toMatchObject({ id: ruth.id, roles: ['admin'], adminLock: 'last' });
    expect((await setRoles(ruth, ruth, ['admin', 'moderator'])).status).toBe(200);
    await setRoles(ruth, grace, ['admin']);
    expect((await listed())[1]).toMatchObject({ roles: ['admin', 'moderator'], adminLock: null });
    expect((await setRoles(grace, ruth, ['moderator'])).status).toBe(200);
    expect((await ruth.get('/api/admin/stats')).status).toBe(403);
  });

  it('stays when two take the role from each other at once', async () => {
    await setRoles(ruth, grace, ['admin']);
    const replies = await Promise.all([setRoles(ruth, grace, []), setRoles(grace, ruth, [])]);
    // The later one is the last, or is none any more.
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.database.pool.query('SELECT id FROM users WHERE is_admin');
    expect(rows).toHaveLength(1);
  });

  it('is not deleted in place of losing the role', async () => {
    expect((await ruth.send('DELETE', `/api/admin/users/${ruth.id}`)).status).toBe(409);
  });
});

it('an admin by the settings of the operator is changed there', async () => {
  app.clock.advance(MINUTE_MS);
  const dean = await app.signedInClient('Dean Moss', LISTED);
  await app.database.pool.query(
    'UPDATE users SET email_verified = true; UPDATE identity_users SET email_verified = true',
  );
  expect((await dean.get('/api/admin/stats')).status).toBe(200);
  expect((await listed())[0]).toMatchObject({ id: dean.id, roles: ['admin'], adminLock: 'settings' });
  expect(await setRoles(ruth, dean, [])).toMatchObject({ status: 409, body: { code: 'admin-by-settings' } });
  expect((await setRoles(ruth, dean, ['admin', 'moderator'])).status).toBe(200);
});

describe('the list of users', () => {
  it('shows the team with its roles, and since when', async () => {
    const [since] = [app.clock.now().toISOString()];
    await setRoles(ruth, grace, ['moderator']);
    app.clock.advance(DAY_MS);
    await setRoles(ruth, grace, ['moderator', 'course-editor']);
    await app.signedInClient('Maya Ross');
    expect(await listed('?only=team')).toMatchObject([
      { id: grace.id, roles: ['moderator', 'course-editor'], staffSince: since, adminLock: null },
      { id: ruth.id, roles: ['admin'] },
    ]);
    expect(await listed('?only=team&search=grace')).toHaveLength(1);
    await setRoles(ruth, grace, []);
    expect(await listed('?only=team')).toHaveLength(1);
    expect((await listed('?search=grace'))[0]).toMatchObject({ roles: [], staffSince: null });
  });

  it('shows who is paused, until the pause is over', async () => {
    const until = new Date(app.clock.now().getTime() + DAY_MS);
    await app.database.pool.query('UPDATE users SET paused_until = $2 WHERE id = $1', [grace.id, until]);
    expect(await listed('?only=paused')).toMatchObject([{ id: grace.id, pausedUntil: until.toISOString() }]);
    app.clock.advance(DAY_MS);
    expect(await listed('?only=paused')).toEqual([]);
    expect((await listed('?search=grace'))[0].pausedUntil).toBeNull();
  });
});
