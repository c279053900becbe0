/** The four items of the bottom navigation; those that are not `open` require an account. */
export const navItems = [
  { href: '/', label: 'Home', icon: 'home', open: true },
  { href: '/favorites', label: 'Favorites', icon: 'heart', open: false },
  { href: '/messages', label: 'Messages', icon: 'message', open: false },
  { href: '/profile', label: 'Profile', icon: 'profile', open: false },
] as const;

/** Whether a page belongs to an item: courses are found on Home. */
export const isCurrentItem = (href: string, path: string): boolean =>
  href === path || (href === '/' && path.startsWith('/course/'));
