export { sessionExists } from './identity/sessions/session-exists.ts';
export type { Accounts } from './mount.ts';
export { profileChanged, userChanged, userDeleted } from './account-events.ts';
export { banEmail } from './bans/ban-email.ts';
export { hashMailbox } from './bans/hash-mailbox.ts';
export { countMailboxesSql } from './users/count-mailboxes-sql.ts';
export { findMailbox } from './users/find-mailbox.ts';
export { adjustSaleCount } from './users/adjust-sale-count.ts';
export { lockSessionOfRequest } from './identity/sessions/lock-session-of-request.ts';
export { requireFreshPasskey } from './tokens/passkey-proof.ts';
export { savePushToken } from './users/save-push-token.ts';
export type { PersonalDataHandler } from './personal-data/personal-data.ts';
export { setAdFree } from './users/set-ad-free.ts';
export {
  budgetParts,
  checkBudget,
  recordUsage,
  remainingBudget,
  spendBudget,
  spendPace,
  spendUse,
} from './budgets/spend-budget.ts';
