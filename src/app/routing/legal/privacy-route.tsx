import { AdsenseConsentSetting } from '#features/ads/web/adsense-consent-setting.tsx';
import { useAdsense } from '#features/ads/web/public.ts';
import { PrivacyPage } from '#features/support/web/privacy-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';

/** The privacy page. Where ads of Google are configured, it has the setting for them. */
export default function PrivacyRoute() {
  const hasAdsense = useAdsense() !== null;
  return <PrivacyPage back={useBack('/')} googleAds={hasAdsense ? <AdsenseConsentSetting /> : null} />;
}
