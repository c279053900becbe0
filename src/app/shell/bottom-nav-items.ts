import { textId } from '#platform/shared/texts/t.ts';

/** The four items of the bottom navigation; those that are not `open` require an account. */
export const navItems = [
  { href: '/', label: textId('app.nav.home'), icon: 'home', open: true },
  { href: '/favorites', label: textId('app.nav.favorites'), icon: 'heart', open: false },
  { href: '/messages', label: textId('app.nav.messages'), icon: 'message', open: false },
  { href: '/profile', label: textId('app.nav.profile'), icon: 'profile', open: false },
] as const;

/** Whether a page belongs to an item: courses are found on Home. */
export const isCurrentItem = (href: string, path: string): boolean =>
  href === path || (href === '/' && path.startsWith('/course/'));
