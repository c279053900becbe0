import { grantRole } from '#features/accounts/server/users/grant-role.ts';
import type { Transaction } from '#platform/server/database/database.ts';

/** Makes the user with this email an administrator, as the operator's command does. */
export const grantAdmin = (tx: Transaction, email: string, now = new Date()) =>
  grantRole(tx, email, 'admin', now);
