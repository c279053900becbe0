import { expect, it } from 'vitest';
import { isCurrentItem, navItems } from './bottom-nav-items.ts';

it.each([
  ['/', ['/']],
  ['/course/MATH101', ['/']],
  ['/favorites', ['/favorites']],
  ['/user/1', []],
])('on %s the current items are %j', (path, current) => {
  expect(navItems.map(({ href }) => href).filter((href) => isCurrentItem(href, path))).toEqual(current);
});
