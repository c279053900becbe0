import type { BrowserTransport } from '#platform/web/transport.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { IdentityConfig } from '#features/accounts/rules.ts';

/** Where tokens come from. */
export type TokenProvider = {
  /** A new token; null: nobody is signed in. Throws while that cannot be known, also when it was asked for too often (429). */
  fetchToken(): Promise<string | null>;
  /** Throws when the session could not be ended. */
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
      // The socket is closed before signing out is answered: it has nothing to ask for any more.
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
      const told = anonymous('POST /api/auth/sign-out', {});
      leaving = told.then(
        () => true,
        () => false,
      );
      await told.finally(() => {
        leaving = null;
      });
    },
  };
}

/** Clerk keeps the session; its script is fetched when somebody may be signed in, or wants to be. */
const clerkOrigin = (publishableKey: string): TokenProvider => ({
  fetchToken: async () => (await import('../clerk/clerk-session.ts')).fetchClerkToken(publishableKey),
  signOut: async () => (await import('../clerk/clerk-session.ts')).signOutOfClerk(publishableKey),
});
