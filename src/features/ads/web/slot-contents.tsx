import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { AdSize } from './ad-banner.tsx';
import { useAdsense } from './adsense-context.tsx';
import { GoogleAd } from './google-ad.tsx';
import { useGoogleConsent } from './google-consent.ts';
import { GoogleQuestion } from './google-question.tsx';
import { HouseAd } from './house-ad.tsx';
import { RemoveAds } from './remove-ads.tsx';

/** Whether something is sold; null while that is not known. */
function useSells(): boolean | null {
  const { data, isLoading } = useQuery(paymentProviderQuery(useTransport()));
  return isLoading ? null : (data ?? null) !== null;
}

/** The way out of all advertisements, where that is sold. */
export const Corner = () => useSells() === true && <RemoveAds />;

/** Google's, where that is configured and allowed; else the product's own. */
export function Advertisement({ size }: { size: AdSize }) {
  const sells = useSells();
  const { status } = useSession();
  const adsense = useAdsense();
  const consent = useGoogleConsent();
  const [failed, setFailed] = useState(false);
  if (sells === null) return null;
  if (adsense !== null && consent === null) return <GoogleQuestion size={size} />;
  if (adsense !== null && consent === 'allowed' && !failed)
    return <GoogleAd adsense={adsense} onFail={() => setFailed(true)} />;
  return <HouseAd size={size} mayBuy={sells && status === 'signed-in'} />;
}
