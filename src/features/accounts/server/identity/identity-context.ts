import type { Authenticate, EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { IsCampusOffice } from '../../reserved-names.ts';
import type { DeleteUserData } from '../personal-data/personal-data.ts';
import type { TokenVerifier } from '../tokens/verify-token.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import type { AttachProfileImage } from '../users/update-profile.ts';
import type { BetterAuthInstance } from './better-auth/create-better-auth.ts';
import type { IdentityEmails } from './email-links/identity-emails.ts';
import type { PasswordHasher } from './passwords/hash-passwords.ts';
import type { AttemptCounter } from './rate-limits/limit-attempts.ts';
import type { KnownDevices } from './rate-limits/known-devices.ts';

/** The services of accounts, with each identity provider. */
export type AccountContext = ServerContext & {
  authenticate: Authenticate;
  verify: TokenVerifier;
  hasher: PasswordHasher;
  attempts: AttemptCounter;
  devices: KnownDevices;
  emails: IdentityEmails;
  findUniversity: FindUniversity;
  isCampusOffice: IsCampusOffice;
  attachProfileImage: AttachProfileImage;
  deleteUserData: DeleteUserData;
  /** The limit for requests of tokens. */
  limit: EndpointRegistryOptions['limit'];
};

/** Those of the embedded identity provider. */
export type IdentityContext = AccountContext & { identity: BetterAuthInstance };
