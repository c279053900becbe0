import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { addWants } from './add-wants.ts';
import type { isWanted, Want } from './is-wanted.ts';
import { wantedQuery } from './wanted-queries.ts';

let matcher: typeof isWanted | undefined;

async function loadMatcher(): Promise<void> {
  matcher ??= (await import('./is-wanted.ts')).isWanted;
}

/** Whether entries contain a want. It folds letters, which only users with entries need. */
function useIsWanted(hasEntries: boolean): typeof isWanted {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (hasEntries)
      loadMatcher().then(
        () => setLoaded(true),
        () => {},
      );
  }, [hasEntries]);
  return matcher ?? (() => false);
}

/** Signed out, sign-in comes first. A press before the session is known takes effect once it is. */
export function useWant() {
  const session = useSession();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const pressed = useRef<readonly Want[] | null>(null);
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const { data: entries = [] } = useQuery({
    ...wantedQuery(transport, userId ?? ''),
    enabled: userId !== null,
  });
  const isWantedIn = useIsWanted(entries.length > 0);
  const services = { queries, transport, show: () => navigate('/favorites?tab=wanted') };
  const adding = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (wants: readonly Want[]) => {
      // The button changes once, while it keeps the focus.
      await Promise.all([addWants(services, wants), loadMatcher().catch(() => {})]);
    },
    onSettled: keepFocus,
  });
  const add = (wants: readonly Want[]) => {
    if (session.status === 'signed-in') {
      adding.mutate(wants);
    } else if (session.status === 'loading') {
      pressed.current = wants;
    } else {
      storePendingIntent({ kind: 'want', wants, from: location.pathname + location.search });
      navigate('/sign-in');
    }
  };
  const addPressed = useEffectEvent(() => {
    const wants = pressed.current;
    pressed.current = null;
    if (wants !== null) add(wants);
  });
  useEffect(() => {
    if (session.status !== 'loading') addPressed();
  }, [session.status]);
  return { add, isBusy: adding.isPending, isAdded: (want: Want) => isWantedIn(entries, want) };
}
