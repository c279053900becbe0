import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLiveMessage } from '#features/live/web/public.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import type { BrowserTransport, TokenSource } from '#platform/web/transport.ts';
import { TransportProvider, useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityConfig } from '../../rules.ts';
import { type Session, SessionStore } from './session.ts';
import { createTokenProvider } from './token-provider.ts';

const IdentityConfigContext = createContext<IdentityConfig>({ kind: 'embedded', campus: null });

/** The identity provider of this installation. It is the same for all users, also on the server. */
export const useIdentityConfig = (): IdentityConfig => useContext(IdentityConfigContext);

const SessionContext = createContext<SessionStore | null>(null);

/** Provides the session, and sends requests inside with its tokens. On the server there is none. */
export function SessionProvider({ identity, children }: { identity: IdentityConfig; children: ReactNode }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const [store] = useState(() =>
    isBrowserTransport(transport)
      ? new SessionStore(transport, createTokenProvider(identity, transport), (endedElsewhere) => {
          queries.clear();
          if (endedElsewhere)
            toast({
              title: t('accounts.session-ended.title'),
              description: t('accounts.session-ended.text'),
            });
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

/** The session: 'loading' while the server renders and until the browser knows it. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.current ?? whileRendering, whileRendering);
}

/**
 * The id of the stored user; null while signed out or unknown. Code that compares it must wait for it, or it would
 * treat a user's own data as another's.
 */
export function useCurrentUserId(): string | null {
  const session = useSession();
  return session.status === 'signed-in' && session.isKnown ? session.user.id : null;
}

const signedOutTokens: TokenSource = {
  getToken: () => Promise.resolve(null),
  renewToken: () => Promise.resolve(null),
  lastKnownUser: () => null,
  onTokenRejected: () => {},
};

/** Tokens for the socket. Always the same object. */
export function useTokenSource(): TokenSource {
  return useContext(SessionContext) ?? signedOutTokens;
}

type SessionActions = Pick<SessionStore, 'signOut' | 'entered' | 'update' | 'current' | 'whenKnown'>;

const throwWhileRendering = (): never => {
  throw new Error('There is no session while the server renders');
};
const noActions: SessionActions = {
  signOut: throwWhileRendering,
  entered: throwWhileRendering,
  update: throwWhileRendering,
  current: throwWhileRendering,
  whenKnown: throwWhileRendering,
};

/** The actions of the session: only for handlers and effects. */
export function useSessionActions(): SessionActions {
  return useContext(SessionContext) ?? noActions;
}

/** Fetches the current user again after a change, or when the socket may have missed one. */
export function useLiveUser(): void {
  const { update } = useSessionActions();
  useLiveMessage('user', () => void update());
  useLiveMessage('missed', () => void update());
}
