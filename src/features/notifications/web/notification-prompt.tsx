import { useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { usePushSwitch } from './use-push-switch.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './notification-prompt.module.css';

/** Stored per device, not per user: a user who has answered once is not prompted again. */
const ANSWERED_KEY = 'bookswap:notifications-answered';

function hasAnswered(): boolean {
  try {
    return localStorage.getItem(ANSWERED_KEY) !== null;
  } catch {
    // The prompt would appear every time without storage.
    return true;
  }
}

/** Offers notifications next to the user's messages. Empty if they are on, or not available. */
export function NotificationPrompt({ name }: { name: string }) {
  const { state, isChanging, change } = usePushSwitch();
  const [answered, setAnswered] = useState(hasAnswered);
  if (answered || (state !== 'off' && !isChanging)) return null;
  const remember = () => localStorage.setItem(ANSWERED_KEY, 'yes');
  return (
    <aside className={cx(listStyles.panel, styles.prompt)} aria-label={t('notifications.prompt.label')}>
      <p>
        <Icon name="bell" size="s" />
        {t('notifications.prompt.text', { name })}
      </p>
      <div className={shared.row}>
        <Button
          size="slim"
          busy={isChanging}
          onClick={() => {
            remember();
            change(true);
          }}
        >
          {t('notifications.prompt.accept')}
        </Button>
        <Button
          size="slim"
          variant="text"
          onClick={() => {
            remember();
            setAnswered(true);
          }}
        >
          {t('notifications.prompt.decline')}
        </Button>
      </div>
    </aside>
  );
}
