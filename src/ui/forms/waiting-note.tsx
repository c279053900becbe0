import { t } from '#platform/shared/texts/t.ts';
import { InlineAlert } from '../states/alerts.tsx';

/** Says beside a busy button that what it sends waits for the connection. */
export const WaitingNote = () => (
  <div role="status">
    <InlineAlert icon="offline" small>
      {t('ui.offline.will-be-sent')}
    </InlineAlert>
  </div>
);
