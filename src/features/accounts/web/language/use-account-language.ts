import { useEffect } from 'react';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSession, useSessionActions } from '../session/session-context.tsx';

/** Brings the language of this device and of the user's account together, whenever one has changed. */
export function useAccountLanguage(): void {
  const session = useSession();
  const transport = useTransport();
  const { update } = useSessionActions();
  const isKnown = session.status === 'signed-in' && session.isKnown;
  // A user whom the version before has stored has none.
  const language = isKnown ? (session.user.language ?? null) : null;
  useEffect(() => {
    if (!isKnown || currentLocale().languages.length === 1) return;
    import('./share-language.ts')
      .then(({ shareLanguage }) => shareLanguage(transport, language, update))
      .catch(() => {});
  }, [isKnown, language, transport, update]);
}
