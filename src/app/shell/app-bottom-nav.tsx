import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useUnreadCount } from '#features/conversations/web/public.ts';
import { useUnseenPrices } from '#features/prices/web/public.ts';
import { useUnseenAlerts } from '#features/wanted/web/public.ts';
import { BottomNav, type NavItem } from '#ui/layout/bottom-nav.tsx';
import { isCurrentItem, navItems } from './bottom-nav-items.ts';

/** The bottom navigation. Signed out, items that require an account have a lock and lead to sign-in first. */
export function AppNav() {
  const [path, navigate] = useLocation();
  const signedOut = useSession().status === 'signed-out';
  const unread = useUnreadCount();
  const unseen = [
    ...(useUnseenAlerts() > 0 ? ['new listings you want'] : []),
    ...(useUnseenPrices() > 0 ? ['lower prices'] : []),
  ].join(', ');
  const items: NavItem[] = navItems.map(({ open, ...place }) => ({
    ...place,
    current: isCurrentItem(place.href, path),
    locked: signedOut && !open,
    ...(place.href === '/messages' && { unread }),
    ...(place.href === '/favorites' && unseen !== '' && { unseen }),
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
