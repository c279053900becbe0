import { Button } from '#ui/button.tsx';
import { answerGoogle, useGoogleConsent } from './google-consent.ts';

/** What this device has answered about advertisements of Google, and the other answer. */
export function GoogleChoice() {
  const allowed = useGoogleConsent() === 'allowed';
  return (
    <div className="stack tight">
      <p role="status">
        {allowed ? 'This device shows ads from Google.' : 'This device shows no ads from Google.'}
      </p>
      <Button variant="quiet" size="slim" onClick={() => answerGoogle(allowed ? 'refused' : 'allowed')}>
        {allowed ? 'Stop showing them' : 'Allow them'}
      </Button>
    </div>
  );
}
