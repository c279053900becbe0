import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { AdSlot } from '#ui/ad-slot.tsx';
import type { AdBannerProps } from './ad-banner.tsx';
import { useAdsense } from './adsense-context.tsx';
import { GoogleAd } from './google-ad.tsx';
import { useGoogleConsent } from './google-consent.ts';
import { GoogleQuestion } from './google-question.tsx';
import { HouseAd } from './house-ad.tsx';
import { RemoveAds } from './remove-ads.tsx';

/** The slot with its advertisement, and the way out of all of them where that is sold. */
export default function FilledAdSlot({ size }: AdBannerProps) {
  const provider = useQuery(paymentProviderQuery(useTransport()));
  const known = !provider.isLoading;
  const sells = (provider.data ?? null) !== null;
  return (
    <AdSlot size={size} corner={sells && <RemoveAds />}>
      {known && <Advertisement size={size} sells={sells} />}
    </AdSlot>
  );
}

function Advertisement({ size, sells }: AdBannerProps & { sells: boolean }) {
  const { status } = useSession();
  const adsense = useAdsense();
  const consent = useGoogleConsent();
  const [failed, setFailed] = useState(false);
  if (adsense !== null && consent === null) return <GoogleQuestion size={size} />;
  if (adsense !== null && consent === 'allowed' && !failed)
    return <GoogleAd adsense={adsense} onFail={() => setFailed(true)} />;
  return <HouseAd size={size} mayBuy={sells && status === 'signed-in'} />;
}
