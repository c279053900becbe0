import { DAY_SECONDS } from '#platform/shared/durations.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions, BetterAuthPlugin } from '@better-auth/core';
import type { OAuthProvider } from '@better-auth/core/oauth2';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { jwt } from 'better-auth/plugins/jwt';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { newId } from '#platform/server/new-id.ts';
import { passwordLength, sessionTimes } from '../../../rules.ts';
import { AUDIENCE, issuerUrl } from '../../issuers.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { cookiePrefix } from '../sessions/session-cookies.ts';
import { hashSessionTokens } from '../sessions/session-tokens.ts';
import type { QueueKey } from '#platform/server/concurrency/bounded-queue.ts';
import type { PasswordHasher } from '../passwords/hash-passwords.ts';
import {
  identityAccounts,
  identityJwks,
  identityPasskeys,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '../../table.ts';
import { recordDatabaseErrors, throwDatabaseErrors } from './throw-database-errors.ts';

const TOKEN_TTL_SECONDS = 5 * 60;

export type BetterAuthInstance = ReturnType<typeof createBetterAuth>;

export type BetterAuthContext = Pick<ServerContext, 'clock' | 'secrets' | 'log' | 'publicUrl'> & {
  /** Or a transaction. */
  database: { orm: Database['orm'] | Transaction };
};

export type AuthRequestContext = {
  queueKey: QueueKey;
  /** The hash of the new password, if it is computed already. */
  hash?: string;
  /** Set by a sign-in: the hash that the password matched. */
  verified?: string;
};

const withProvider = (provider: OAuthProvider | null) =>
  ({
    id: 'oidc',
    init: ({ socialProviders }) => ({
      context: { socialProviders: provider === null ? socialProviders : [...socialProviders, provider] },
    }),
  }) satisfies BetterAuthPlugin;

/** Better Auth with passwords or OpenID Connect, a session cookie, and tokens that its own keys sign. */
export function createBetterAuth(
  context: BetterAuthContext,
  hasher: PasswordHasher,
  oidcProvider: OAuthProvider | null = null,
) {
  const { publicUrl, clock } = context;
  const current = new AsyncLocalStorage<AuthRequestContext>();
  const auth = betterAuth({
    ...createCommonOptions(context),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: createPasswordOptions(hasher, current),
    },
    plugins: [withProvider(oidcProvider), createTokenPlugin(publicUrl, clock)],
  });

  return {
    api: throwDatabaseErrors(auth.api),
    /** Runs `work` with a key for the queue of hashing. Sign-up is a transaction: its caller hashes before it. */
    runAs: <T>(context: AuthRequestContext, work: () => Promise<T>): Promise<T> => current.run(context, work),
  };
}

/** What every instance of Better Auth has in common: all of them open the same sessions. */
export function createCommonOptions({ database, clock, secrets, log, publicUrl }: BetterAuthContext) {
  return {
    appName: 'BookSwap',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: secrets.derive('identity'),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level: string, message: string) =>
        level === 'error' ? log.error({ part: 'identity' }, message) : undefined,
    },
    database: createAdapter(database, clock),
    session: { expiresIn: sessionTimes.unusedMs / 1_000, updateAge: sessionTimes.renewedAfterMs / 1_000 },
    databaseHooks: {
      account: {
        // Its times tell how old a password is: by our clock, as of those that are set later.
        create: {
          before: async (account: Record<string, unknown>) => ({
            data: { ...account, createdAt: clock.now(), updatedAt: clock.now() },
          }),
        },
      },
      session: {
        create: {
          before: async (session: Record<string, unknown> & { userAgent?: string | null }) => ({
            data: { ...session, userAgent: describeDevice(session.userAgent ?? '') },
          }),
        },
      },
    },
    advanced: {
      // The prefix contains `__Host-`: Better Auth would add another one.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(publicUrl),
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: publicUrl.startsWith('https:'),
      },
      database: { generateId: () => newId(clock.now()) },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
}

const createAdapter = ({ orm }: BetterAuthContext['database'], clock: Clock) =>
  recordDatabaseErrors(
    hashSessionTokens(
      drizzleAdapter(orm, {
        provider: 'pg',
        transaction: true,
        schema: {
          user: identityUsers,
          session: identitySessions,
          account: identityAccounts,
          verification: identityVerifications,
          jwks: identityJwks,
          passkey: identityPasskeys,
        },
      }),
      clock,
    ),
  );

const createPasswordOptions = (hasher: PasswordHasher, current: AsyncLocalStorage<AuthRequestContext>) => ({
  async hash(password: string): Promise<string> {
    const { hash, queueKey } = current.getStore() ?? {};
    return hash ?? hasher.hash(password, queueKey);
  },
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const context = current.getStore();
    const isRight = await hasher.verify(password, hash, context?.queueKey);
    if (isRight && context !== undefined) context.verified = hash;
    return isRight;
  },
});

const createTokenPlugin = (publicUrl: string, clock: Clock) =>
  jwt({
    disableSettingJwtHeader: true,
    jwks: {
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: 90 * DAY_SECONDS,
      gracePeriod: 7 * DAY_SECONDS,
    },
    jwt: {
      issuer: issuerUrl(publicUrl),
      audience: AUDIENCE,
      definePayload: ({ user, session }) => {
        const iat = Math.floor(clock.now().getTime() / 1000);
        const { email, emailVerified, name, image } = user;
        return {
          iat,
          exp: iat + TOKEN_TTL_SECONDS,
          sid: session.id,
          email,
          email_verified: emailVerified,
          name,
          picture: image ?? undefined,
        };
      },
    },
  });
