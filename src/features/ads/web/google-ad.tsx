import { type ReactNode, useState } from 'react';
import type { Adsense } from '../rules.ts';
import type { AdSize } from './ad-banner.tsx';
import { AdsenseAd } from './adsense-ad.tsx';
import { AdsenseConsentPrompt } from './adsense-consent-prompt.tsx';
import { useAdsenseConsent } from './adsense-consent.ts';

type GoogleAdProps = { adsense: Adsense; size: AdSize; children: ReactNode };

/** A Google ad if it is allowed, the question for the consent until that is answered, else `children`. */
export default function GoogleAd({ adsense, size, children }: GoogleAdProps) {
  const consent = useAdsenseConsent();
  const [failed, setFailed] = useState(false);
  if (consent === null) return <AdsenseConsentPrompt size={size} />;
  if (consent === 'allowed' && !failed) return <AdsenseAd adsense={adsense} onFail={() => setFailed(true)} />;
  return children;
}
