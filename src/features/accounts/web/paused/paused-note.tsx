import type { ReactNode } from 'react';
import { formatTime } from '#platform/shared/texts/dates.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { BROWSER_TIME_LOCALE } from '#ui/display/format-time.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';

type PausedTextProps = { until: string; children?: ReactNode };

/** Until when, and where the reasons are. */
export const PausedText = ({ until, children }: PausedTextProps) => (
  <span>
    {t('accounts.paused.title', { until: formatTime('moment', until, BROWSER_TIME_LOCALE) })} {children}{' '}
    <Link href="/account-settings/decisions">{t('accounts.paused.decision')}</Link>
  </span>
);

/** In place of what a paused user cannot do. */
export const PausedNote = (props: PausedTextProps) => (
  <InlineAlert tone="warning" icon="clock">
    <PausedText {...props} />
  </InlineAlert>
);
