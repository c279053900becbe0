import type { BrowserTransport } from '#platform/web/transport.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { IdentityConfig } from '../../rules.ts';

export type TokenProvider = {
  /** A new token, or null while signed out. Throws while that is unknown, also when limited (429). */
  fetchToken(): Promise<string | null>;
  /** Throws if the session could not be ended. */
  signOut(): Promise<void>;
};

export function createTokenProvider(identity: IdentityConfig, anonymous: BrowserTransport): TokenProvider {
  return identity.kind === 'clerk' ? clerkOrigin(identity.publishableKey) : embeddedOrigin(anonymous);
}

/** The session is a cookie that scripts cannot read. */
function embeddedOrigin(anonymous: BrowserTransport): TokenProvider {
  let leaving: Promise<boolean> | null = null;
  return {
    async fetchToken() {
      // The socket closes before the sign-out gets its response: it must not get another token.
      if (await leaving) return null;
      try {
        const { data } = await anonymous('GET /api/auth/token', {});
        return (data as { token: string }).token;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    async signOut() {
      const signedOut = anonymous('POST /api/auth/sign-out', {});
      leaving = signedOut.then(
        () => true,
        () => false,
      );
      await signedOut.finally(() => {
        leaving = null;
      });
    },
  };
}

/** Clerk keeps the session. Its script loads only if a session may exist or starts. */
const clerkOrigin = (publishableKey: string): TokenProvider => ({
  fetchToken: async () => (await import('../clerk/load-clerk.ts')).fetchClerkToken(publishableKey),
  signOut: async () => (await import('../clerk/load-clerk.ts')).signOutOfClerk(publishableKey),
});
