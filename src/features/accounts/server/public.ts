import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Authenticate, MountOptions } from '#platform/server/http/mount-calls.ts';
import { type AuthenticateToken, createAuthenticate } from './authenticate.ts';
import { clerkTokens, type ClerkOptions } from './clerk-issuer.ts';
import { type CreateDemoPerson, createDemoPersonWriter } from './create-demo-person.ts';
import { createFindActor } from './find-actor.ts';
import { audience, createIdentity, embeddedIssuer, issuerOf } from './identity/create-identity.ts';
import { type CampusOptions, createCampusProvider } from './identity/campus-provider.ts';
import { forgetExpired } from './identity/forget-expired.ts';
import { createPasswordHasher, type HashingOptions } from './identity/hash-passwords.ts';
import { createIdentityMails } from './identity/identity-mails.ts';
import { createKnownDevices } from './identity/known-devices.ts';
import { createAttemptCounter } from './identity/limit-attempts.ts';
import { mountCampus } from './identity/mount-campus.ts';
import { mountIdentity } from './identity/mount-identity.ts';
import { createSigningKeyReader } from './identity/read-signing-keys.ts';
import { retireForeignKeys } from './identity/retire-foreign-keys.ts';
import type { PersonalDataHolder } from './personal-data.ts';
import { createClerkRemover } from './remove-at-clerk.ts';
import { createRemovePerson, type RemovePerson } from './remove-person.ts';
import { mountAccountRoutes } from './routes.ts';
import { type CampusDomain, createFindUniversity } from './universities/find-university.ts';
import { createTokenVerifier, type TokenIssuer } from './verify-token.ts';

export { profileChanged, sessionsEnded, userChanged, userRemoved } from './account-events.ts';
export { barEmail, unbarEmail } from './bar-email.ts';
export { clerkHost } from './clerk-issuer.ts';
export { countSale } from './count-sale.ts';
export type { CreateDemoPerson } from './create-demo-person.ts';
export { findExistingUsers } from './find-existing.ts';
export { exportDevices } from './identity/export-devices.ts';
export { findSession } from './find-session.ts';
export { grantAdmin } from './grant-admin.ts';
export { keepPushToken } from './keep-push-token.ts';
export type { PersonalDataHolder } from './personal-data.ts';
export { setAdFree } from './set-ad-free.ts';
export type { CampusDomain } from './universities/find-university.ts';
export type { TokenIssuer } from './verify-token.ts';

export type AccountsOptions = {
  /** How often tokens may be asked for. */
  limit: MountOptions['limit'];
  /** Administrators by verified e-mail. */
  adminEmails: string[];
  /** Further addresses from which the product's pages may sign in, besides the public one and the one asked. */
  publicOrigins?: string[];
  /** Identity providers whose tokens are accepted besides the embedded one's. */
  issuers?: TokenIssuer[];
  hashing?: HashingOptions;
  /** Whose people are students, besides those of the universities that are known. */
  campuses?: readonly CampusDomain[];
  /** The university's own sign-in, beside the password. */
  campus?: CampusOptions | null;
  /** Clerk in the place of the embedded provider. */
  clerk?: ClerkOptions | null;
};

export type Accounts = {
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  createDemoPerson: CreateDemoPerson;
  /** Called while the product is composed, for everything that keeps things of people. */
  holdPersonalData(holder: PersonalDataHolder): void;
  /** Raises 'person-not-found' and 'last-admin'. */
  removePerson: RemovePerson;
};

/** Everything about who somebody is: signing up, in and out, tokens, and the stored user that a token stands for. */
export async function mountAccounts(context: ServerContext, options: AccountsOptions): Promise<Accounts> {
  const { database, clock } = context;
  await retireForeignKeys(context);
  const hasher = createPasswordHasher(options.hashing);
  const { limit, campus = null, clerk = null, publicOrigins = [] } = options;
  const issuer = clerk
    ? clerkTokens(clerk, [context.publicUrl, ...publicOrigins])
    : embeddedTokens(context.publicUrl, database);
  const verify = createTokenVerifier([issuer, ...(options.issuers ?? [])], clock);
  const findUniversity = createFindUniversity(options.campuses ?? []);
  const adminEmails = new Set(options.adminEmails.map((email) => email.trim().toLowerCase()));
  const findActor = createFindActor({ ...context, adminEmails, findUniversity });
  const attempts = createAttemptCounter(context);
  // One provider at a time: with Clerk there is no other way in.
  if (clerk === null) {
    const provider = campus && createCampusProvider(campus, { ...context, findUniversity });
    const identity = createIdentity(context, hasher, provider);
    const mails = createIdentityMails(context.publicUrl);
    const devices = createKnownDevices(context);
    mountIdentity(
      { ...context, findUniversity, identity, attempts, mails, devices, publicOrigins, limit },
      verify,
    );
    if (provider) mountCampus({ ...context, identity, attempts });
  }
  const holders: PersonalDataHolder[] = [];
  const removeAtClerk = clerk && (await createClerkRemover(context, clerk));
  const removePerson = createRemovePerson({ ...context, removeAtClerk, adminEmails }, holders);
  mountAccountRoutes({ ...context, findUniversity, verify, hasher, attempts, holders, removePerson });
  await context.jobs.schedule('accounts-forget-expired', '23 * * * *', () => forgetExpired(context));
  return {
    ...createAuthenticate(verify, findActor),
    createDemoPerson: createDemoPersonWriter(database, hasher, findUniversity),
    holdPersonalData: (holder) => void holders.push(holder),
    removePerson,
  };
}

/** Of the embedded provider, whose keys are in our own database. */
const embeddedTokens = (publicUrl: string, database: Database): TokenIssuer => ({
  issuer: issuerOf(publicUrl),
  audience,
  jwks: createSigningKeyReader(database),
  storedAs: embeddedIssuer,
  algorithms: ['EdDSA'],
});

/** For joins and foreign keys; written by this feature alone. */
export { users } from './table.ts';
