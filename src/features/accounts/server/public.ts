export { sessionExists } from './identity/sessions/session-exists.ts';
export { type Accounts, type AccountsOptions, mountAccounts } from './mount.ts';
export { profileChanged, sessionsEnded, userChanged, userDeleted } from './account-events.ts';
export { banEmail, unbanEmail } from './bans/ban-email.ts';
export { hashMailbox } from './bans/hash-mailbox.ts';
export { clerkHost } from './clerk/clerk-issuer.ts';
export { countMailboxesSql } from './users/count-mailboxes-sql.ts';
export { adjustSaleCount } from './users/adjust-sale-count.ts';
export type { DeleteUser } from './deletion/delete-user.ts';
export type { CreateDemoUser } from './demo/create-demo-user.ts';
export { findUserKinds, lockDemoUsers, truncateDemoUsers } from './demo/demo-users.ts';
export { endAllSignIns } from './identity/sessions/end-all-sign-ins.ts';
export { findExistingSignIns } from './users/find-existing-sign-ins.ts';
export { exportSessions } from './identity/sessions/export-sessions.ts';
export { lockSessionOfRequest } from './identity/sessions/lock-session-of-request.ts';
export { deletePasskeysOfEmail, exportPasskeys } from './identity/passkeys/own-passkeys.ts';
export { toPasskeyHost } from './identity/passkeys/passkey-host.ts';
export { requireFreshPasskey } from './tokens/passkey-proof.ts';
export { grantAdmin } from './users/grant-admin.ts';
export { savePushToken } from './users/save-push-token.ts';
export type { PersonalDataHandler } from './personal-data/personal-data.ts';
export { setAdFree } from './users/set-ad-free.ts';
export type { CampusDomain } from './universities/find-university.ts';
export type { TokenIssuer } from './tokens/verify-token.ts';

/** For joins and foreign keys. Only this feature writes it. */
export { users } from './table.ts';
