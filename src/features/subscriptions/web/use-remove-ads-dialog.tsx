import { type ReactNode, useState } from 'react';
import { toast } from '#ui/toaster.tsx';
import type RemoveAds from './remove-ads-dialog.tsx';

type State = 'closed' | 'coming' | 'open';

/** The offer of going ad-free, for an advertisement's corner; fetched when it is first asked for. */
export function useRemoveAdsDialog(): { show: () => Promise<void>; busy: boolean; dialog: ReactNode } {
  const [state, setState] = useState<State>('closed');
  const [Loaded, setLoaded] = useState<typeof RemoveAds | null>(null);
  const show = async () => {
    setState('coming');
    try {
      const module = await import('./remove-ads-dialog.tsx');
      setLoaded(() => module.default);
      setState('open');
    } catch {
      setState('closed');
      toast({ variant: 'destructive', title: 'Error', description: 'Check your connection and try again.' });
    }
  };
  return {
    show,
    busy: state === 'coming',
    dialog: Loaded !== null && <Loaded open={state === 'open'} onClose={() => setState('closed')} />,
  };
}
