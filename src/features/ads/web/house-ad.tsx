import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { Link } from '#ui/actions/link.tsx';
import shared from '#ui/shared.module.css';
import styles from './house-ad.module.css';

type Offer = { title: string; text: string; icon: IconName; href: string };

const offers = () =>
  ({
    sell: {
      title: t('ads.house.sell-title'),
      text: t('ads.house.sell-text'),
      icon: 'plus',
      href: '/add-listing',
    },
    boost: {
      title: t('ads.house.boost-title'),
      text: t('ads.house.boost-text'),
      icon: 'boost',
      href: '/profile',
    },
    adFree: {
      title: t('ads.house.ad-free-title'),
      text: t('ads.house.ad-free-text', { price: formatMoney(currentLocale().prices.adFree) }),
      icon: 'no-ads',
      href: '/subscribe',
    },
  }) satisfies Record<string, Offer>;

type HouseAdProps = {
  size: 'small' | 'large';
  /** The user is signed in, and payments are open. */
  mayBuy: boolean;
  /** The user has a listing for sale, which could be boosted. */
  isSeller: boolean;
};

export function HouseAd({ size, mayBuy, isSeller }: HouseAdProps) {
  const { adFree, boost, sell } = offers();
  const offer = mayBuy && size === 'large' ? adFree : mayBuy && isSeller ? boost : sell;
  return (
    <Link className={styles.ad} href={offer.href}>
      <span className={styles.mark}>
        <Icon name={offer.icon} size={size === 'large' ? undefined : 's'} />
      </span>
      <span className={shared.grow}>
        <b>{offer.title}</b>
        <span>{offer.text}</span>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}
