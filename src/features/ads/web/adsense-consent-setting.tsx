import { Button } from '#ui/actions/button.tsx';
import { setAdsenseConsent, useAdsenseConsent } from './adsense-consent.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

export function AdsenseConsentSetting() {
  const allowed = useAdsenseConsent() === 'allowed';
  return (
    <div className={cx(shared.stack, shared.tight)}>
      <p role="status">
        {allowed ? 'Google ads are on for this device.' : 'Google ads are off for this device.'}
      </p>
      <Button variant="quiet" size="slim" onClick={() => setAdsenseConsent(allowed ? 'refused' : 'allowed')}>
        {allowed ? 'Turn off' : 'Turn on'}
      </Button>
    </div>
  );
}
