import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { priceOf, useReturnState } from '#features/payments/web/lazy.ts';
import { useNow } from '#platform/web/now.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { TwoLineSkeleton } from '#ui/layout/list.tsx';
import { Link } from '#ui/actions/link.tsx';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { useSubscriptionView } from './use-subscription-view.ts';

/** The offer of going ad-free, for whoever has no subscription; for a subscriber whose renewal has failed, the way to mend that. */
export function AdFreeBanner({ user }: { user: CurrentUser }) {
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
          Pay with another card to go on.
        </Banner>
      );
    case 'unpaid':
      return (
        <Banner late icon="alert" title="Your ad-free access has stopped">
          Start again for {priceOf(adFreeOffer)} {adFreeOffer.term}.
        </Banner>
      );
    case 'ended':
    case undefined:
      // Until the subscription is known, and where there is none, what is known of the person is the best guess.
      return adFree ? null : (
        <Banner icon="no-ads" title={adFreeOffer.title}>
          {priceOf(adFreeOffer)} {adFreeOffer.term}, cancel anytime
        </Banner>
      );
  }
}

/** While it is not known whether anything is sold here. */
export const AdFreeBannerSkeleton = ({ user }: { user: CurrentUser }) =>
  isAdFree(user, useNow()) ? null : (
    <div className="row note adfree" aria-hidden="true">
      <TwoLineSkeleton />
    </div>
  );

type BannerProps = { icon: IconName; title: string; late?: boolean; children: ReactNode };

const Banner = ({ icon, title, late, children }: BannerProps) => (
  <Link className={cx('row note adfree', late && 'warning')} href="/subscribe" state={useReturnState()}>
    <Icon name={icon} />
    <span className="grow">
      <b className="serif">{title}</b>
      <br />
      {children}
    </span>
    <Icon name="chevron-right" size="s" />
  </Link>
);
