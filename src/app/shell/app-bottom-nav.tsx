import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useUnreadCount } from '#features/conversations/web/public.ts';
import { useUnseenPrices } from '#features/prices/web/public.ts';
import { useUnseenAlerts } from '#features/wanted/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { BottomNav, type NavItem } from '#ui/layout/bottom-nav.tsx';
import { isCurrentItem, navItems } from './bottom-nav-items.ts';

/** The bottom navigation. Signed out, items that require an account have a lock and lead to sign-in first. */
export function AppNav() {
  const [path, navigate] = useLocation();
  const signedOut = useSession().status === 'signed-out';
  const unread = useUnreadCount();
  const unseen = describeUnseen(useUnseenAlerts() > 0, useUnseenPrices() > 0);
  const items: NavItem[] = navItems.map(({ open, label, ...place }) => ({
    ...place,
    label: t(label),
    current: isCurrentItem(place.href, path),
    locked: signedOut && !open,
    ...(place.href === '/messages' && { unread }),
    ...(place.href === '/favorites' && unseen !== null && { unseen }),
    ...(signedOut &&
      !open && {
        onClick: (event) => {
          event.preventDefault();
          storePendingIntent({ kind: 'route', path: place.href });
          navigate('/sign-in');
        },
      }),
  }));
  return (
    <BottomNav
      items={items}
      add={{
        href: '/add-listing',
        ...(signedOut && {
          onClick: (event) => {
            event.preventDefault();
            storePendingIntent({ kind: 'add-listing' });
            navigate('/sign-in');
          },
        }),
      }}
    />
  );
}

/** What the dot on Favorites means; null for none. */
function describeUnseen(hasListings: boolean, hasPrices: boolean): string | null {
  if (hasListings) return hasPrices ? t('app.nav.unseen-both') : t('app.nav.unseen-listings');
  return hasPrices ? t('app.nav.unseen-prices') : null;
}
