import type { ServerContext } from '#platform/server/server-context.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import type { BetterAuthInstance } from './create-better-auth.ts';
import type { IdentityEmails } from './identity-emails.ts';
import type { AttemptCounter } from './limit-attempts.ts';

/** What the actions of the embedded identity work with. */
export type IdentityContext = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mail'> & {
  identity: BetterAuthInstance;
  attempts: AttemptCounter;
  mails: IdentityEmails;
  findUniversity: FindUniversity;
};
