import { eq } from 'drizzle-orm';
import { newId } from '#platform/server/new-id.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import type { AccountContext } from '../identity/identity-context.ts';
import { identityAccounts, identityUsers, users } from '../table.ts';
import { studentBadge } from '../universities/student-badge.ts';

type DemoUser = {
  name: string;
  email: string;
  /** The password; without one nobody can sign in as this user. */
  password?: string;
  isAdmin: boolean;
  /** Roles in the team besides 'admin'. */
  staffRoles?: StaffRole[];
  totalSales?: number;
  createdAt: Date;
};

export type CreateDemoUser = (user: DemoUser) => Promise<{ id: string }>;

/** Inserts a user of the demo campus with identity and password, or returns the existing one unchanged. */
export function createDemoUserFactory({
  database,
  clock,
  hasher,
  findUniversity,
}: Pick<AccountContext, 'database' | 'clock' | 'hasher' | 'findUniversity'>): CreateDemoUser {
  return async ({ password, ...demoUser }) => {
    const hash = password === undefined ? null : await hasher.hash(password);
    return database.transaction(async (tx) => {
      const email = demoUser.email.toLowerCase();
      const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (existing !== undefined) return existing;
      const { name, isAdmin, staffRoles = [], totalSales, createdAt } = demoUser;
      const staffSince = isAdmin || staffRoles.length > 0 ? createdAt : null;
      const subject = newId(createdAt);
      const identity = { createdAt, updatedAt: createdAt };
      await tx.insert(identityUsers).values({ id: subject, name, email, emailVerified: true, ...identity });
      if (hash !== null) {
        const account = {
          id: newId(createdAt),
          userId: subject,
          accountId: subject,
          providerId: 'credential',
          password: hash,
        };
        await tx.insert(identityAccounts).values({ ...account, ...identity });
      }
      const id = newId(createdAt);
      const user = {
        id,
        issuer: EMBEDDED_ISSUER,
        subject,
        email,
        emailVerified: true,
        name,
        ...studentBadge(findUniversity, { email, emailVerified: true, isNew: true }, clock.now()),
        totalSales,
        createdAt,
      };
      await tx.insert(users).values({ ...user, isAdmin, adminGranted: isAdmin, staffRoles, staffSince });
      return { id };
    });
  };
}
