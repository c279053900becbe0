import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { formatOfferPrice, useReturnState } from '#features/payments/web/lazy.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { LinkItem } from '#ui/layout/list.tsx';
import { Link } from '#ui/actions/link.tsx';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { useSubscriptionView } from './subscription-view.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

type AdFreeProps = { user: CurrentUser };

/** The row that offers the subscription; nothing for those who have one, or while payments are closed. */
export const AdFreeLink = (props: AdFreeProps) => (useIsOpen() ? <OpenAdFreeLink {...props} /> : null);

/** Says that a renewal failed, with a link to pay again. */
export const AdFreeNotice = (props: AdFreeProps) => (useIsOpen() ? <OpenAdFreeNotice {...props} /> : null);

const useIsOpen = (): boolean => Boolean(useQuery(paymentProviderQuery(useTransport())).data);

function OpenAdFreeLink({ user }: AdFreeProps) {
  const { shown } = useSubscriptionView(user);
  const origin = useReturnState();
  // The user's ad-free period decides until the subscription is known, and where there is none.
  const adFree = isAdFree(user, useNow());
  if (adFree || (shown !== undefined && shown !== null && shown.state !== 'ended')) return null;
  return (
    <LinkItem icon="no-ads" href="/subscribe" state={origin}>
      {t('subscriptions.offer.title')}
      <span className={cx(shared.tiny, shared.soft, shared.block)}>
        {t('subscriptions.link.text', { price: formatOfferPrice(adFreeOffer()) })}
      </span>
    </LinkItem>
  );
}

function OpenAdFreeNotice({ user }: AdFreeProps) {
  const { shown } = useSubscriptionView(user);
  if (shown?.state === 'retrying')
    return (
      <Notice title={t('subscriptions.notice.failed-title')}>{t('subscriptions.notice.failed-text')}</Notice>
    );
  if (shown?.state === 'unpaid')
    return (
      <Notice title={t('subscriptions.notice.ended-title')}>
        {t('subscriptions.notice.ended-text', { price: formatOfferPrice(adFreeOffer()) })}
      </Notice>
    );
  return null;
}

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <Link
    className={cx(shared.row, alertsStyles.note, alertsStyles.adFree)}
    data-tone="warning"
    href="/subscribe"
    state={useReturnState()}
  >
    <Icon name="alert" />
    <span className={shared.grow}>
      <b className={shared.serif}>{title}</b>
      <br />
      {children}
    </span>
    <Icon name="chevron-right" size="s" />
  </Link>
);
