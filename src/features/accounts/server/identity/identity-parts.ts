import type { ServerContext } from '#platform/server/server-context.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import type { Identity } from './create-identity.ts';
import type { IdentityMails } from './identity-mails.ts';
import type { AttemptCounter } from './limit-attempts.ts';

/** What the actions of the embedded identity work with. */
export type IdentityParts = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mail'> & {
  identity: Identity;
  attempts: AttemptCounter;
  mails: IdentityMails;
  findUniversity: FindUniversity;
};
