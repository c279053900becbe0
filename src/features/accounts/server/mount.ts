import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Authenticate, EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { Live } from '#features/live/server/public.ts';
import { forwardAccountEvents } from './forward-account-events.ts';
import { type AuthenticateToken, createAuthenticate } from './tokens/authenticate.ts';
import { clerkTokens, type ClerkOptions } from './clerk/clerk-issuer.ts';
import { type CreateDemoUser, createDemoUserFactory } from './demo/create-demo-user.ts';
import { createFindActor } from './tokens/find-actor.ts';
import { createBetterAuth } from './identity/better-auth/create-better-auth.ts';
import { AUDIENCE, EMBEDDED_ISSUER, issuerUrl } from './issuers.ts';
import type { OidcClientOptions } from './identity/oidc/exchange-oidc-code.ts';
import { createOidcProvider } from './identity/oidc/oidc-provider.ts';
import { purgeExpired } from './identity/purge-expired.ts';
import { createPasswordHasher, type HashingOptions } from './identity/passwords/hash-passwords.ts';
import { mountEmailLinks } from './identity/email-links/verify-email.ts';
import { createIdentityEmails } from './identity/email-links/identity-emails.ts';
import { createKnownDevices } from './identity/rate-limits/known-devices.ts';
import { AttemptCounter } from './identity/rate-limits/limit-attempts.ts';
import { mountOidcSignIn } from './identity/oidc/mount.ts';
import { mountIdentity } from './identity/mount.ts';
import { createSigningKeyReader } from './identity/signing-keys/read-signing-keys.ts';
import { retireUndecryptableKeys } from './identity/signing-keys/retire-undecryptable-keys.ts';
import { createIsCampusOffice } from '../reserved-names.ts';
import type { PersonalDataHandler } from './personal-data/personal-data.ts';
import { createClerkUserDeleter } from './clerk/delete-clerk-user.ts';
import { createDeleteUser, type DeleteUser } from './deletion/delete-user.ts';
import { createDeleteUserData } from './personal-data/delete-user-data.ts';
import { mountAccountRoutes } from './account-routes.ts';
import type { AttachProfileImage } from './users/attach-profile-image.ts';
import { keepStudentBadges } from './universities/keep-student-badges.ts';
import { type CampusDomain, createFindUniversity } from './universities/find-university.ts';
import { cacheVerifiedTokens } from './tokens/cache-verified-tokens.ts';
import { createTokenVerifier, type TokenIssuer } from './tokens/verify-token.ts';

export type AccountsOptions = {
  attachProfileImage: AttachProfileImage;
  /** The limit for requests of tokens. */
  limit: EndpointRegistryOptions['limit'];
  /** Administrators by verified email. */
  adminEmails: string[];
  /** Further issuers of accepted tokens, besides the embedded one. */
  issuers?: TokenIssuer[];
  hashing?: HashingOptions;
  /** Email domains of students, besides those of the known universities. */
  campuses?: readonly CampusDomain[];
  /** No user may have a name that looks like an office of theirs. */
  campusNames?: readonly string[];
  /** Sign-in with OpenID Connect, beside the password. */
  oidc?: OidcClientOptions | null;
  /** Clerk instead of the embedded provider. */
  clerk?: ClerkOptions | null;
};

export type Accounts = {
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  createDemoUser: CreateDemoUser;
  /** Called while the product is composed, for each feature that stores personal data. */
  registerPersonalData(holder: PersonalDataHandler): void;
  /** Called once the socket is there, which needs accounts first. */
  registerLive(live: Live): void;
  /** Throws 'user-not-found' and 'cannot-delete-last-admin'. */
  deleteUser: DeleteUser;
};

/** Mounts sign-up, sign-in, sign-out, tokens, and the endpoints of the current user. */
export async function mountAccounts(context: ServerContext, options: AccountsOptions): Promise<Accounts> {
  const { database, clock } = context;
  await retireUndecryptableKeys(context);
  const hasher = createPasswordHasher(context.limits, options.hashing);
  context.metrics.queue('passwords', hasher.queue);
  const { limit, attachProfileImage, oidc = null, clerk = null } = options;
  const isCampusOffice = createIsCampusOffice(options.campusNames ?? []);
  const issuer = clerk
    ? clerkTokens(clerk, [context.publicUrl])
    : embeddedTokens(context.publicUrl, database);
  const verifier = createTokenVerifier([issuer, ...(options.issuers ?? [])], clock, isCampusOffice);
  const verify = cacheVerifiedTokens(verifier, clock);
  const findUniversity = createFindUniversity(options.campuses ?? []);
  const adminEmails = new Set(options.adminEmails.map((email) => email.trim().toLowerCase()));
  const findActor = createFindActor({ ...context, adminEmails, findUniversity });
  const attempts = new AttemptCounter(context);
  const holders: PersonalDataHandler[] = [];
  const deleteUserData = createDeleteUserData(context, holders);
  const tokens = createAuthenticate(verify, findActor);
  const devices = createKnownDevices(context);
  const emails = createIdentityEmails(context.publicUrl);
  const linkContext = { ...context, findUniversity, attempts, emails, devices };
  mountEmailLinks(linkContext);
  // One provider at a time: with Clerk there is no other sign-in.
  if (clerk === null) {
    const provider =
      oidc &&
      createOidcProvider(oidc, { ...context, findUniversity, deleteUserData, attachProfileImage, devices });
    const identity = createBetterAuth(context, hasher, provider);
    const identityContext = { ...linkContext, deleteUserData, attachProfileImage, identity, limit };
    mountIdentity({ ...identityContext, isCampusOffice, authenticate: tokens.authenticate }, verify);
    if (provider) mountOidcSignIn(identityContext);
  }
  const deleteAtClerk = clerk && (await createClerkUserDeleter(context, clerk));
  const deleteUser = createDeleteUser({ ...context, deleteUserData, deleteAtClerk, adminEmails });
  mountAccountRoutes({
    ...context,
    findUniversity,
    isCampusOffice,
    verify,
    hasher,
    attempts,
    holders,
    deleteUser,
    attachProfileImage,
  });
  await context.jobs.schedule('keep-student-badges', '37 * * * *', () =>
    keepStudentBadges({ ...context, universityVouches: clerk === null && oidc !== null }),
  );
  await context.jobs.schedule('purge-expired-identities', '23 * * * *', () => purgeExpired(context));
  return {
    ...tokens,
    createDemoUser: createDemoUserFactory(context, hasher, findUniversity),
    registerPersonalData: (holder) => void holders.push(holder),
    registerLive: forwardAccountEvents,
    deleteUser,
  };
}

/** Tokens of the embedded provider. Its keys are in the database. */
const embeddedTokens = (publicUrl: string, database: Database): TokenIssuer => ({
  issuer: issuerUrl(publicUrl),
  audience: AUDIENCE,
  jwks: createSigningKeyReader(database),
  storedAs: EMBEDDED_ISSUER,
  algorithms: ['EdDSA'],
});
