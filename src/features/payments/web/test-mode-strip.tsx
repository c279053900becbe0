import { t } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import type { PaymentProvider } from '../contract.ts';
import alertsStyles from '#ui/states/alerts.module.css';

/** Says on pages with a card form that no money moves. Reserves its space until the mode is known. */
export function TestModeStrip({ provider }: { provider: PaymentProvider | null | undefined }) {
  if (provider !== undefined && !provider?.testMode) return null;
  return (
    <aside
      className={cx(alertsStyles.strip, provider === undefined && alertsStyles.placeholder)}
      data-tone="warning"
      aria-label={t('payments.test-mode.label')}
    >
      <Icon name="info" size="xs" />
      {t('payments.test-mode.strip', { card: '4242 4242 4242 4242' })}
    </aside>
  );
}
