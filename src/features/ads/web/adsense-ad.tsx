import { useEffect, useEffectEvent, useRef } from 'react';
import type { Adsense } from '../rules.ts';

/** Google's script looks for it. */
const GOOGLE_CLASS = 'adsbygoogle';

declare global {
  interface Window {
    adsbygoogle?: object[] & { requestNonPersonalizedAds?: 0 | 1 };
  }
}

let loading: Promise<void> | null = null;

/** Loads Google's script, once per document. The next advertisement retries a failed load. */
function loadGoogle({ publisherId }: Adsense): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.src = `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${publisherId}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading = null;
      reject(new Error('The script of the advertisements cannot be loaded'));
    });
    document.head.append(script);
  });
  return loading;
}

/** An advertisement of Google in the size of its slot. `onFail`: it was blocked, or there is none. */
export function AdsenseAd({ adsense, onFail }: { adsense: Adsense; onFail: () => void }) {
  const place = useRef<HTMLModElement>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    let gone = false;
    const look = new MutationObserver(() => {
      if (place.current?.dataset['adStatus'] === 'unfilled') fail();
    });
    look.observe(place.current!, { attributeFilter: ['data-ad-status'] });
    const show = async () => {
      await loadGoogle(adsense);
      if (gone) return;
      const queue: NonNullable<Window['adsbygoogle']> = (window.adsbygoogle ??= []);
      // Selected by the page, not by the user.
      queue.requestNonPersonalizedAds = 1;
      queue.push({});
    };
    show().catch(() => {
      if (!gone) fail();
    });
    return () => {
      gone = true;
      look.disconnect();
    };
  }, [adsense]);
  return (
    <ins
      ref={place}
      className={GOOGLE_CLASS}
      data-ad-client={adsense.publisherId}
      data-ad-slot={adsense.slotId}
    />
  );
}
