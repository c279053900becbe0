export { sessionExists } from './identity/sessions/session-exists.ts';
export type { Accounts } from './mount.ts';
export { pauseChanged, profileChanged, userChanged, userDeleted } from './account-events.ts';
export { banEmail, hashOfBan, liftBan } from './bans/ban-email.ts';
export {
  countMailboxesSql,
  findAccountsOfPeople,
  findAccountsOfPerson,
  findMailbox,
  hashMailbox,
} from './mailboxes.ts';
export { findRolesOfUsers, listStaff } from './staff/find-staff.ts';
export { lockSessionOfRequest } from './identity/sessions/lock-session-of-request.ts';
export { requireFreshPasskey } from './tokens/fresh-sign-in.ts';
export type { PersonalDataHandler } from './personal-data/personal-data.ts';
