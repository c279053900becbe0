import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import type { TestSocket } from '#tests/support/server/test-socket.ts';
import { forwardTopic } from './public.ts';

const workChanged = defineTopic<{ role: StaffRole }>('test-work-changed');

let app: TestApp;
let maya: TestClient;
let socket: TestSocket;

beforeEach(async () => {
  app = await TestApp.start();
  app.app.live.register({
    topics: [forwardTopic(workChanged, ({ role }) => [{ to: { role }, message: { type: 'missed' } }])],
  });
  maya = await app.signedInClient('Maya Ross');
  socket = await maya.connect();
});
afterEach(() => app.stop());

const query = (text: string, values: unknown[]) => app.database.pool.query(text, values);
const give = (roles: StaffRole[]) =>
  query('UPDATE users SET staff_roles = $2 WHERE id = $1', [maya.id, roles]);

/** Whether the open connection gets a message for the role. A message to the user ends the wait. */
async function hears(role: StaffRole): Promise<boolean> {
  const before = socket.received.length;
  app.app.context.events.publish(workChanged, { role });
  await socket.settled();
  return socket.received.slice(before).some(({ type }) => type === 'missed');
}
const becomes = (role: StaffRole, heard: boolean) =>
  expect.poll(() => hears(role), { timeout: 5_000, interval: 50 }).toBe(heard);

it('reaches the open connections of a role, and no longer those that have lost it', async () => {
  expect(await hears('moderator')).toBe(false);
  await give(['moderator']);
  await becomes('moderator', true);
  expect(await hears('course-editor')).toBe(false);
  await give(['course-editor']);
  await becomes('moderator', false);
  await query('UPDATE users SET is_admin = true WHERE id = $1', [maya.id]);
  await becomes('moderator', true);
});

it('reaches a member with passkeys only in a session in which one was used', async () => {
  await give(['moderator']);
  await becomes('moderator', true);
  await query(
    `INSERT INTO identity_passkeys
      (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
    SELECT $2::uuid, subject::uuid, 'Phone', '', $2::text, 0, 'singleDevice', false, now() FROM users WHERE id = $1`,
    [maya.id, randomUUID()],
  );
  await becomes('moderator', false);
  await query(
    `UPDATE identity_sessions SET passkey_checked_at = now()
    WHERE user_id = (SELECT subject::uuid FROM users WHERE id = $1)`,
    [maya.id],
  );
  await becomes('moderator', true);
});
