import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { setAdsenseConsent, useAdsenseConsent } from './adsense-consent.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

export function AdsenseConsentSetting() {
  const allowed = useAdsenseConsent() === 'allowed';
  return (
    <div className={cx(shared.stack, shared.tight)}>
      <p role="status">{t(allowed ? 'ads.consent.on' : 'ads.consent.off')}</p>
      <Button variant="quiet" size="slim" onClick={() => setAdsenseConsent(allowed ? 'refused' : 'allowed')}>
        {t(allowed ? 'ads.consent.turn-off' : 'ads.consent.turn-on')}
      </Button>
    </div>
  );
}
