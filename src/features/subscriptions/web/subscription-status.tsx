import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Time } from '#ui/display/time.tsx';
import type { SubscriptionView } from './subscription-view.ts';

export function SubscriptionStatusText({ shown }: { shown: SubscriptionView }) {
  const { state, renewsAt, adFreeUntil } = shown;
  const now = useNow().getTime();
  const dateOf = (at: string) => () => <Time at={at} now={now} form="date" />;
  const until = adFreeUntil && dateOf(adFreeUntil);
  switch (state) {
    case 'active':
      return renewsAt && rich('subscriptions.status.active', { time: dateOf(renewsAt) });
    case 'renewing':
      return until
        ? rich('subscriptions.status.renewing-ad-free', { time: until })
        : t('subscriptions.status.renewing');
    case 'ending':
      return until
        ? rich('subscriptions.status.ending', { time: until })
        : t('subscriptions.status.ending-now');
    case 'retrying':
      return until
        ? rich('subscriptions.status.retrying-ad-free', { time: until })
        : t('subscriptions.status.retrying');
    case 'unpaid':
      return t('subscriptions.status.unpaid');
    case 'ended':
      return until && rich('subscriptions.status.ended', { time: until });
  }
}
