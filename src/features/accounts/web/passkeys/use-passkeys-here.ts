import { useHydrated } from '#ui/use-hydrated.ts';
import { useIdentityConfig } from '../session/session-context.tsx';

/** Whether this browser can make and use passkeys at this address. False until hydration. */
export function usePasskeysHere(): boolean {
  const identity = useIdentityConfig();
  const hydrated = useHydrated();
  return (
    hydrated &&
    identity.kind === 'embedded' &&
    location.hostname === identity.passkeyHost &&
    'PublicKeyCredential' in window
  );
}
