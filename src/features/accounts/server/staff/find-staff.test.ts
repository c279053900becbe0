import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { setUpTestAccounts } from '#tests/support/server/test-accounts.ts';
import { users } from '../table.ts';
import { findRolesOfUsers, listStaff } from './find-staff.ts';

const accounts = setUpTestAccounts();

const id = (n: number) => `01a19b7c-0000-7000-8000-00000000000${n}`;
async function add(n: number, name: string, fields: Partial<typeof users.$inferInsert>): Promise<void> {
  await accounts.context.database.orm.insert(users).values({
    id: id(n),
    issuer: 'test',
    subject: name,
    email: `${name}@northfield.edu`,
    emailVerified: true,
    name,
    createdAt: accounts.clock.now(),
    ...fields,
  });
}

it('finds who can act in a role: verified, not paused, admins in every role', async () => {
  const { orm } = accounts.context.database;
  const now = accounts.clock.now();
  await add(1, 'ruth', { isAdmin: true });
  await add(2, 'maya', { staffRoles: ['moderator'], language: 'de' });
  await add(3, 'grace', { staffRoles: ['course-editor'] });
  await add(4, 'tom', { staffRoles: ['moderator'], emailVerified: false });
  await add(5, 'ben', { staffRoles: ['moderator'], pausedUntil: new Date(now.getTime() + DAY_MS) });
  await add(6, 'una', {});

  expect(await listStaff(orm, 'moderator', now)).toEqual([
    { id: id(1), name: 'ruth', email: 'ruth@northfield.edu', language: null, seenLanguage: null },
    { id: id(2), name: 'maya', email: 'maya@northfield.edu', language: 'de', seenLanguage: null },
  ]);
  const idsOf = async (role: 'course-editor' | 'admin') =>
    (await listStaff(orm, role, now)).map((member) => member.id);
  expect([await idsOf('course-editor'), await idsOf('admin')]).toEqual([[id(1), id(3)], [id(1)]]);
  expect(await listStaff(orm, 'moderator', new Date(now.getTime() + DAY_MS))).toHaveLength(3);
  await orm
    .update(users)
    .set({ staffRoles: ['moderator'] })
    .where(eq(users.id, id(1)));
  const roles = await findRolesOfUsers(orm, [1, 2, 6, 9].map(id));
  expect([1, 2, 6, 9].map((n) => roles.get(id(n)))).toEqual([
    ['admin', 'moderator'],
    ['moderator'],
    [],
    undefined,
  ]);
});
