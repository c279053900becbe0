import { useId, type MouseEvent } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { setAdsenseConsent, type AdsenseConsent } from './adsense-consent.ts';
import styles from './adsense-consent-prompt.module.css';

/** Requests consent in the ad's place and size before anything of Google loads. */
export function AdsenseConsentPrompt({ size }: { size: 'small' | 'large' }) {
  const id = useId();
  const answer = (consent: AdsenseConsent) => (event: MouseEvent<HTMLElement>) => {
    // The buttons disappear; the focus stays at the slot for screen readers and keyboards.
    event.currentTarget.closest<HTMLElement>('aside')?.focus({ preventScroll: true });
    setAdsenseConsent(consent);
  };
  return (
    <div className={styles.prompt} role="group" aria-labelledby={id}>
      <p>
        <b id={id}>{t('ads.consent.title')}</b>
        {size === 'large' && (
          <>
            {` ${t('ads.consent.text')} `}
            <Link href="/privacy">{t('ads.consent.privacy')}</Link>
          </>
        )}
      </p>
      <div className={styles.answers}>
        <Button variant="quiet" size="slim" onClick={answer('refused')}>
          {t('ads.consent.refuse')}
        </Button>
        <Button variant="quiet" size="slim" onClick={answer('allowed')}>
          {t('ads.consent.allow')}
        </Button>
      </div>
    </div>
  );
}
