import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from '#ui/toaster.tsx';
import type RemoveAds from './remove-ads-dialog.tsx';

/** The offer of going ad-free, for an advertisement's corner; fetched when it is first opened. */
export function RemoveAdsDialog(props: { open: boolean; onClose: () => void }) {
  const { open } = props;
  const [Loaded, setLoaded] = useState<typeof RemoveAds | null>(null);
  const giveUp = useEffectEvent(() => {
    props.onClose();
    toast({ variant: 'destructive', title: 'Error', description: 'Check your connection and try again.' });
  });
  useEffect(() => {
    if (!open || Loaded !== null) return;
    import('./remove-ads-dialog.tsx').then(
      (module) => setLoaded(() => module.default),
      () => giveUp(),
    );
  }, [open, Loaded]);
  return Loaded !== null && <Loaded {...props} />;
}
