import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnUser } from '#features/accounts/contract.ts';
import { priceOf } from '#features/payments/web/parts.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { subscriptionQuery } from './subscription-query.ts';

/** The offer of going ad-free, for whoever is not; for a subscriber whose renewal has failed, the way to mend that. */
export function AdFreeBanner({ user }: { user: OwnUser }) {
  const adFree = isAdFree(user, useNow());
  const { data } = useQuery({ ...subscriptionQuery(useTransport(), user), enabled: adFree });
  if (!adFree) {
    return (
      <Banner icon="no-ads" title={adFreeOffer.title}>
        {priceOf(adFreeOffer)} {adFreeOffer.term}, cancel anytime
      </Banner>
    );
  }
  return data?.state === 'retrying' ? (
    <Banner late icon="alert" title="Your ad-free renewal failed">
      Pay with another card to keep it.
    </Banner>
  ) : null;
}

type BannerProps = { icon: IconName; title: string; late?: boolean; children: ReactNode };

const Banner = ({ icon, title, late, children }: BannerProps) => (
  <Link className={cx('row note adfree', late && 'warning')} href="/subscribe">
    <Icon name={icon} />
    <span className="grow">
      <b className="serif">{title}</b>
      <br />
      {children}
    </span>
    <Icon name="chevron-right" size="s" />
  </Link>
);
