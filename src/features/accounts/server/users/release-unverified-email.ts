import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { users } from '../table.ts';
import { leaveMailbox } from './enter-mailbox.ts';

/** Releases an unverified email for its owner: the other account gets an undeliverable address. */
export async function releaseUnverifiedEmail(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  {
    issuer,
    subject,
    email,
    emailVerified,
  }: Pick<typeof users.$inferSelect, 'issuer' | 'subject' | 'email' | 'emailVerified'>,
  now: Date,
): Promise<void> {
  if (!emailVerified) return;
  const isOther = or(ne(users.issuer, issuer), ne(users.subject, subject));
  const [other] = await tx
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), eq(users.emailVerified, false), isOther))
    .for('no key update');
  if (other === undefined) return;
  await leaveMailbox(tx, { secrets }, other, now);
  await tx
    .update(users)
    .set({ email: `${other.id}@unproven.invalid` })
    .where(eq(users.id, other.id));
}
