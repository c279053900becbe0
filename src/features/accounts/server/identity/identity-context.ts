import type { ServerContext } from '#platform/server/server-context.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import type { DeleteUserData } from '../personal-data/delete-user-data.ts';
import type { AttachProfileImage } from '../users/attach-profile-image.ts';
import type { BetterAuthInstance } from './better-auth/create-better-auth.ts';
import type { IdentityEmails } from './email-links/identity-emails.ts';
import type { AttemptCounter } from './rate-limits/limit-attempts.ts';

/** The services that the actions of the embedded identity provider use. */
export type IdentityContext = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mailer' | 'secrets'> & {
  identity: BetterAuthInstance;
  attempts: AttemptCounter;
  emails: IdentityEmails;
  findUniversity: FindUniversity;
  deleteUserData: DeleteUserData;
  attachProfileImage: AttachProfileImage;
};
