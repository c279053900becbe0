import { Button } from '#ui/actions/button.tsx';
import { setAdsenseConsent, useAdsenseConsent } from './adsense-consent.ts';

/** The consent of this device to advertisements of Google, and a button to change it. */
export function AdsenseConsentSetting() {
  const allowed = useAdsenseConsent() === 'allowed';
  return (
    <div className="stack tight">
      <p role="status">
        {allowed ? 'This device shows ads from Google.' : 'This device shows no ads from Google.'}
      </p>
      <Button variant="quiet" size="slim" onClick={() => setAdsenseConsent(allowed ? 'refused' : 'allowed')}>
        {allowed ? 'Stop showing them' : 'Allow them'}
      </Button>
    </div>
  );
}
