import { priceList } from '#features/payments/rules.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { Link } from '#ui/actions/link.tsx';

type Offer = { title: string; text: string; icon: IconName; href: string };

const offers = {
  sell: { title: 'Done with a book?', text: 'Sell it on campus', icon: 'plus', href: '/add-listing' },
  boost: { title: 'Boost Your Listing!', text: '3x more views', icon: 'boost', href: '/profile' },
  adFree: {
    title: 'Go Ad-Free',
    text: `Just ${formatPrice(priceList['remove-ads'])} per month`,
    icon: 'no-ads',
    href: '/subscribe',
  },
} satisfies Record<string, Offer>;

/** The product's own advertisement. `mayBuy`: the user is signed in, and payments are open. */
export function HouseAd({ size, mayBuy }: { size: 'small' | 'large'; mayBuy: boolean }) {
  const offer = mayBuy ? offers[size === 'large' ? 'adFree' : 'boost'] : offers.sell;
  return (
    <Link className="house-ad" href={offer.href}>
      <span className="mark">
        <Icon name={offer.icon} size={size === 'large' ? undefined : 's'} />
      </span>
      <span className="grow">
        <b>{offer.title}</b>
        <span>{offer.text}</span>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}
