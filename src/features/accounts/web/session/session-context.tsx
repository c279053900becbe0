import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { BrowserTransport, TokenSource } from '#platform/web/transport.ts';
import { TransportProvider, useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import { type Session, SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

const IdentityConfigContext = createContext<IdentityConfig>({ kind: 'embedded', campus: null });

/** Who proves here who somebody is, the same for everybody: also while the server renders. */
export const useIdentityConfig = (): IdentityConfig => useContext(IdentityConfigContext);

const SessionContext = createContext<SessionStore | null>(null);

/**
 * Knows who is signed in, and carries the calls of everything inside as that person. On the server nobody is, and calls stay
 * what they were.
 */
export function SessionProvider({ identity, children }: { identity: IdentityConfig; children: ReactNode }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const [store] = useState(() =>
    isBrowserTransport(transport)
      ? new SessionStore(transport, createTokenProvider(identity, transport), (unasked) => {
          queries.clear();
          if (unasked) toast({ title: 'You are signed out', description: 'Your session has ended.' });
        })
      : null,
  );
  useEffect(() => {
    if (store === null) return;
    store.begin();
    addEventListener('storage', store.followOtherTab);
    return () => removeEventListener('storage', store.followOtherTab);
  }, [store]);
  return (
    <IdentityConfigContext value={identity}>
      <SessionContext value={store}>
        <TransportProvider transport={store?.transport ?? transport}>{children}</TransportProvider>
      </SessionContext>
    </IdentityConfigContext>
  );
}

const isBrowserTransport = (transport: Transport): transport is BrowserTransport => 'withTokens' in transport;

const loading: Session = { status: 'loading' };
const whileRendering = () => loading;
const nothing = () => () => {};

/** Who is here. 'loading' while the server renders and until the browser knows. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.current ?? whileRendering, whileRendering);
}

/**
 * The id by which the market knows whoever is signed in. `null` while nobody is, and while it is not known yet: whatever compares
 * it with somebody's id waits for it, or shows one's own things as another's.
 */
export function useCurrentUserId(): string | null {
  const session = useSession();
  return session.status === 'signed-in' && session.isKnown ? session.user.id : null;
}

const nobody: TokenSource = {
  getToken: () => Promise.resolve(null),
  renewToken: () => Promise.resolve(null),
  lastKnownUser: () => null,
  onTokenRejected: () => {},
};

/** Tokens for what is no call: the socket. Always the same object. */
export function useTokenSource(): TokenSource {
  return useContext(SessionContext) ?? nobody;
}

/** What can be done to the session: only in handlers and effects. */
export function useSessionActions(): {
  /** Throws when the server could not be told. Whoever calls it goes to '/' afterwards. */
  signOut: () => Promise<void>;
  /** A form has signed somebody in. */
  entered: () => Promise<void>;
  /** The stored user as a call has answered it; without one it is fetched anew. */
  update: SessionStore['update'];
} {
  const store = useContext(SessionContext);
  return useMemo(() => {
    const present = () => {
      if (store === null) throw new Error('There is no session while the server renders');
      return store;
    };
    return {
      signOut: () => present().signOut(),
      entered: () => present().entered(),
      update: (user) => present().update(user),
    };
  }, [store]);
}
