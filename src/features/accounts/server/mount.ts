import {
  forwardTopic,
  type Live,
  renewAuthentication,
  withdrawAuthentication,
} from '#features/live/server/public.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Authenticate, EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { ReplyControls } from '#platform/server/http/endpoint-response.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { languageCookie, languageOfCookies } from '#platform/shared/texts/language-choice.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { accountEndpoints, type AdminLock } from '../contract.ts';
import { createIsCampusOffice, throwIfCampusOffice } from '../reserved-names.ts';
import { sessionsEnded, userChanged, userDeleted } from './account-events.ts';
import { deleteOldUsage } from './budgets/delete-old-usage.ts';
import { clerkTokens, type ClerkOptions } from './clerk/clerk-issuer.ts';
import { createClerkUserDeleter } from './clerk/delete-clerk-user.ts';
import { createDeleteUser, type DeleteUser } from './deletion/delete-user.ts';
import { type CreateDemoUser, createDemoUserFactory } from './demo/create-demo-user.ts';
import { createBetterAuth } from './identity/better-auth/create-better-auth.ts';
import { createIdentityEmails } from './identity/email-links/identity-emails.ts';
import { mountEmailLinks } from './identity/email-links/verify-email.ts';
import type { AccountContext } from './identity/identity-context.ts';
import { mountIdentity } from './identity/mount.ts';
import type { OidcClientOptions } from './identity/oidc/exchange-oidc-code.ts';
import { mountOidcSignIn } from './identity/oidc/mount.ts';
import { createOidcProvider } from './identity/oidc/oidc-provider.ts';
import { createPasswordHasher, type HashingOptions } from './identity/passwords/hash-passwords.ts';
import { confirmDeletion, getConfirmationMethod } from './identity/prove-owner.ts';
import { purgeExpired } from './identity/purge-expired.ts';
import { createKnownDevices } from './identity/rate-limits/known-devices.ts';
import { AttemptCounter } from './identity/rate-limits/limit-attempts.ts';
import { createSigningKeyReader } from './identity/signing-keys/read-signing-keys.ts';
import { retireUndecryptableKeys } from './identity/signing-keys/retire-undecryptable-keys.ts';
import { AUDIENCE, EMBEDDED_ISSUER, issuerUrl } from './issuers.ts';
import { findAttemptOwner } from './mailboxes.ts';
import {
  createDeleteUserData,
  exportUserData,
  type PersonalDataHandler,
} from './personal-data/personal-data.ts';
import { findAdminLocks } from './staff/other-admins.ts';
import { type RoleChanges, setRoles } from './staff/set-roles.ts';
import { type AuthenticateToken, createAuthenticate, findBearerToken } from './tokens/authenticate.ts';
import { cacheVerifiedTokens } from './tokens/cache-verified-tokens.ts';
import { createFindActor } from './tokens/find-actor.ts';
import { syncUser } from './tokens/sync-user.ts';
import { createTokenVerifier, type TokenIssuer } from './tokens/verify-token.ts';
import { type CampusDomain, createFindUniversity } from './universities/find-university.ts';
import { keepStudentBadges } from './universities/keep-student-badges.ts';
import { type AttachProfileImage, updateProfile } from './users/update-profile.ts';

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
  /** Throws 'user-not-found', 'last-admin-keeps-role' and 'admin-by-settings'. */
  setRoles: (tx: Transaction, userId: string, roles: readonly StaffRole[], now: Date) => Promise<RoleChanges>;
  /** Why some of these users keep the role of an admin. */
  findAdminLocks: (userIds: readonly string[]) => Promise<Map<string, AdminLock>>;
};

/** Mounts sign-up, sign-in, sign-out, tokens, and the endpoints of the current user. */
export async function mountAccounts(context: ServerContext, options: AccountsOptions): Promise<Accounts> {
  const { jobs } = context;
  const { oidc = null, clerk = null } = options;
  await retireUndecryptableKeys(context);
  const adminEmails = new Set(options.adminEmails.map((email) => email.trim().toLowerCase()));
  const holders: PersonalDataHandler[] = [];
  const account = createAccountContext(context, options, { adminEmails, holders });
  mountEmailLinks(account);
  // One provider at a time: with Clerk there is no other sign-in.
  if (clerk === null) {
    const provider = oidc && createOidcProvider(oidc, account);
    const identityContext = { ...account, identity: createBetterAuth(context, account.hasher, provider) };
    mountIdentity(identityContext);
    if (provider) mountOidcSignIn(identityContext);
  }
  const deleteAtClerk = clerk && (await createClerkUserDeleter(context, clerk));
  const deleteUser = createDeleteUser({ ...account, deleteAtClerk, adminEmails });
  mountAccountEndpoints(account, holders, deleteUser);
  await jobs.schedule('keep-student-badges', '37 * * * *', () =>
    keepStudentBadges({ ...context, universityVouches: clerk === null && oidc !== null }),
  );
  await jobs.schedule('purge-expired-identities', '23 * * * *', () => purgeExpired(context));
  await jobs.schedule('delete-old-usage', '29 0 * * *', () => deleteOldUsage(context));
  return {
    authenticate: account.authenticate,
    authenticateToken: account.authenticateToken,
    createDemoUser: createDemoUserFactory(account),
    registerPersonalData: (holder) => void holders.push(holder),
    registerLive: forwardAccountEvents,
    deleteUser,
    setRoles: async (tx, userId, roles, now) => {
      const changes = await setRoles(tx, { adminEmails, userId, change: () => roles, now });
      context.events.publish(userChanged, { userId });
      return changes;
    },
    findAdminLocks: (userIds) => findAdminLocks(context.database, adminEmails, userIds),
  };
}

function createAccountContext(
  context: ServerContext,
  options: AccountsOptions,
  { adminEmails, holders }: { adminEmails: ReadonlySet<string>; holders: readonly PersonalDataHandler[] },
): AccountContext & { authenticateToken: AuthenticateToken } {
  const { clock, database, publicUrl } = context;
  const { attachProfileImage, limit, clerk } = options;
  const isCampusOffice = createIsCampusOffice(options.campusNames ?? []);
  const findUniversity = createFindUniversity(options.campuses ?? []);
  const issuer = clerk ? clerkTokens(clerk, [publicUrl]) : embeddedTokens(publicUrl, database);
  const verifier = createTokenVerifier([issuer, ...(options.issuers ?? [])], clock, isCampusOffice);
  const verify = cacheVerifiedTokens(verifier, clock);
  const hasher = createPasswordHasher({ ...context, queue: context.services.passwords }, options.hashing);
  return {
    ...context,
    ...createAuthenticate(verify, createFindActor({ ...context, adminEmails, findUniversity })),
    verify,
    hasher,
    attempts: new AttemptCounter(context),
    devices: createKnownDevices(context),
    emails: createIdentityEmails(publicUrl),
    findUniversity,
    isCampusOffice,
    attachProfileImage,
    deleteUserData: createDeleteUserData(context, holders),
    limit,
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

function mountAccountEndpoints(
  context: AccountContext,
  holders: readonly PersonalDataHandler[],
  deleteUser: DeleteUser,
): void {
  const { endpoints, verify, isCampusOffice, market, publicUrl } = context;
  /** The actor is authenticated already. The token is read again for its claims. */
  const tokenOf = async (caller: Caller) => {
    const token = await verify(findBearerToken(caller) ?? '');
    if (token === null) throw commonProblem('invalid-token');
    return token;
  };
  const secure = publicUrl.startsWith('https:');
  const setLanguage = (cookies: ReplyControls['cookies'], language: Language | null) =>
    cookies.set(languageCookie(language, { secure }));
  endpoints.mount(accountEndpoints, {
    'POST /api/users/sync': async ({ actor, caller, body, cookies }) => {
      const name = isCampusOffice(body.name ?? '') ? null : body.name;
      const request = { token: await tokenOf(caller), language: caller.language };
      const user = await syncUser(context, actor, request, { ...body, name });
      // Set here, as browsers delete what scripts have stored, and only where nothing is chosen: that may be newer.
      if (user.language !== null && languageOfCookies(cookies.sent ?? '') === null)
        setLanguage(cookies, user.language);
      return user;
    },
    'PATCH /api/users/me': async ({ actor, body, cookies }) => {
      throwIfCampusOffice(isCampusOffice, body.name);
      if (body.language && !market.languages.includes(body.language)) throw commonProblem('invalid-request');
      const user = await updateProfile(context, actor, body);
      if (body.language !== undefined) setLanguage(cookies, body.language);
      return user;
    },
    'GET /api/users/me/export': async ({ actor, caller }) => {
      const owner = await findAttemptOwner(context.database.orm, actor.id);
      await context.attempts.begin(['exports'], { owner });
      return exportUserData(context, holders, {
        userId: actor.id,
        locale: context.localeOf(caller.language),
      });
    },
    'GET /api/users/me/removal': async ({ actor }) => ({
      confirmedBy: await getConfirmationMethod(context, actor.id),
    }),
    'DELETE /api/users/me': async ({ actor, caller, body }) => {
      const token = await tokenOf(caller);
      await confirmDeletion(context, { actor, token }, body.confirm, caller.ip);
      await deleteUser(actor.id);
      return { removed: true as const };
    },
  });
}

/** Tells the user's browsers of changes to the user, and ends connections whose tokens are no longer valid. */
export function forwardAccountEvents(live: Live): void {
  live.register({
    topics: [
      forwardTopic(userChanged, ({ userId }) => [{ to: userId, message: { type: 'user' } }]),
      forwardTopic(sessionsEnded, ({ userId }) => [renewAuthentication(userId)]),
      forwardTopic(userDeleted, ({ userId }) => [withdrawAuthentication(userId)]),
    ],
  });
}
