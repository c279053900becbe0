import type { MouseEvent } from 'react';
import { canGoBackInApp } from './scroll-restoration.ts';

/** The Back link of a title bar: where the reader came from, or `home` for whoever came straight here. */
export function useBack(home: string): {
  href: string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
} {
  return {
    href: home,
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !canGoBackInApp()) return;
      event.preventDefault();
      history.back();
    },
  };
}
