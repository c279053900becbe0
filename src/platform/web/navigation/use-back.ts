import type { MouseEvent } from 'react';
import { readHistoryDepth } from './place.ts';

/** The Back link of a title bar: the previous page, or `home` at the start of a visit. */
export function useBack(home: string): {
  href: string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
} {
  return {
    href: home,
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !readHistoryDepth()) return;
      event.preventDefault();
      history.back();
    },
  };
}
