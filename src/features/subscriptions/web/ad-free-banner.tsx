import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { formatOfferPrice, useReturnState } from '#features/payments/web/lazy.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { TwoLineSkeleton } from '#ui/states/screen-skeletons.tsx';
import { Link } from '#ui/actions/link.tsx';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { useSubscriptionView } from './subscription-view.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

export function AdFreeBanner({ user }: { user: CurrentUser }) {
  const { data: provider, isPending, failureCount } = useQuery(paymentProviderQuery(useTransport()));
  if (isPending && failureCount === 0) return <AdFreeBannerSkeleton user={user} />;
  return provider ? <OpenAdFreeBanner user={user} /> : null;
}

/** Offers the subscription, or for a failed renewal a link to pay again. */
function OpenAdFreeBanner({ user }: { user: CurrentUser }) {
  const { shown } = useSubscriptionView(user);
  const adFree = isAdFree(user, useNow());
  switch (shown?.state) {
    case 'active':
    case 'renewing':
    case 'ending':
      return null;
    case 'retrying':
      return (
        <Banner late icon="alert" title="Your ad-free renewal failed">
          Pay with another card to continue.
        </Banner>
      );
    case 'unpaid':
      return (
        <Banner late icon="alert" title="Your ad-free access has ended">
          Start again for {formatOfferPrice(adFreeOffer)} {adFreeOffer.term}.
        </Banner>
      );
    case 'ended':
    case undefined:
      // The user's ad-free period decides until the subscription is known, and where there is none.
      return adFree ? null : (
        <Banner icon="no-ads" title={adFreeOffer.title}>
          {formatOfferPrice(adFreeOffer)} {adFreeOffer.term}, cancel anytime
        </Banner>
      );
  }
}

/** Stands until it is known whether payments are open. */
const AdFreeBannerSkeleton = ({ user }: { user: CurrentUser }) =>
  isAdFree(user, useNow()) ? null : (
    <div className={cx(shared.row, alertsStyles.note, alertsStyles.adFree)} aria-hidden="true">
      <TwoLineSkeleton />
    </div>
  );

type BannerProps = { icon: IconName; title: string; late?: boolean; children: ReactNode };

const Banner = ({ icon, title, late, children }: BannerProps) => (
  <Link
    className={cx(shared.row, alertsStyles.note, alertsStyles.adFree)}
    data-tone={late ? 'warning' : undefined}
    href="/subscribe"
    state={useReturnState()}
  >
    <Icon name={icon} />
    <span className={shared.grow}>
      <b className={shared.serif}>{title}</b>
      <br />
      {children}
    </span>
    <Icon name="chevron-right" size="s" />
  </Link>
);
