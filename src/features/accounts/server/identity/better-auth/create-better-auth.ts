import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthPlugin } from '@better-auth/core';
import type { OAuthProvider } from '@better-auth/core/oauth2';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { jwt } from 'better-auth/plugins/jwt';
import type { ServerContext } from '#platform/server/server-context.ts';
import { newId } from '#platform/server/new-id.ts';
import { passwordLength } from '#features/accounts/rules.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import type { FairQueueKey } from '../passwords/fair-queue.ts';
import type { PasswordHasher } from '../passwords/hash-passwords.ts';
import {
  identityAccounts,
  identityJwks,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '../table.ts';
import { recordDatabaseErrors, throwDatabaseErrors } from './throw-database-errors.ts';

/** The audience of the tokens: the product, wherever it is installed. */
export const audience = 'bookswap';

/** Users of the embedded issuer are stored under this name, so that a new address does not make strangers of them. */
export const embeddedIssuer = 'embedded';

const TOKEN_TTL_SECONDS = 5 * 60;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * What stands as `iss` in the tokens. An installation without a public address has none of its own, only ports of this machine:
 * all its processes issue as one, or a token of one would be refused by the next.
 */
export function issuerUrl(publicUrl: string): string {
  const { hostname, origin } = new URL(publicUrl);
  const local = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(hostname);
  return local ? 'http://localhost' : origin;
}

export type BetterAuthInstance = ReturnType<typeof createBetterAuth>;

type Context = Pick<ServerContext, 'database' | 'clock' | 'secrets' | 'log' | 'publicUrl'>;

/** In whose name something is asked. */
export type AuthRequestContext = {
  party: FairQueueKey;
  /** Of the password that is to be set, if it has been made already. */
  hash?: string;
  /** Told by a sign-in: the hash that the password was right for. */
  verified?: string;
};

/** A provider of ours among those that Better Auth knows. */
const withProvider = (provider: OAuthProvider | null) =>
  ({
    id: 'oidc',
    init: ({ socialProviders }) => ({
      context: { socialProviders: provider === null ? socialProviders : [...socialProviders, provider] },
    }),
  }) satisfies BetterAuthPlugin;

/**
 * Better Auth, reduced to what the product uses: a password or OpenID Connect, a session cookie, and tokens signed
 * with its own keys.
 */
export function createBetterAuth(
  { database, clock, secrets, log, publicUrl }: Context,
  hasher: PasswordHasher,
  oidcProvider: OAuthProvider | null = null,
) {
  const asking = new AsyncLocalStorage<AuthRequestContext>();
  const auth = betterAuth({
    appName: 'BookSwap',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: secrets.derive('identity'),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => (level === 'error' ? log.error({ part: 'identity' }, message) : undefined),
    },
    database: recordDatabaseErrors(
      drizzleAdapter(database.orm, {
        provider: 'pg',
        transaction: true,
        schema: {
          user: identityUsers,
          session: identitySessions,
          account: identityAccounts,
          verification: identityVerifications,
          jwks: identityJwks,
        },
      }),
    ),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: {
        hash: async (password) => {
          const { hash, party } = asking.getStore() ?? {};
          return hash ?? hasher.hash(password, party);
        },
        verify: async ({ hash, password }) => {
          const asker = asking.getStore();
          const isRight = await hasher.verify(password, hash, asker?.party);
          if (isRight && asker !== undefined) asker.verified = hash;
          return isRight;
        },
      },
    },
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, userAgent: describeDevice(session.userAgent ?? '') },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: 'bookswap',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: () => newId(clock.now()) },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      withProvider(oidcProvider),
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
          rotationInterval: 90 * DAY_SECONDS,
          gracePeriod: 7 * DAY_SECONDS,
        },
        jwt: {
          issuer: issuerUrl(publicUrl),
          audience,
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
      }),
    ],
  });

  return {
    api: throwDatabaseErrors(auth.api),
    hasher,
    /**
     * Does the work in the name of somebody, who shares the places of hashing. Signing up is one transaction: its hash is made
     * before, or a connection would idle in it for as long as hashing takes.
     */
    askAs: <T>(asker: AuthRequestContext, work: () => Promise<T>): Promise<T> => asking.run(asker, work),
  };
}
