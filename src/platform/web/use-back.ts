import type { MouseEvent } from 'react';

/** How many entries of this visit precede the current one: each entry of the history carries it. */
export const readHistoryDepth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

/** The Back link of a title bar: the previous page, or `home` at the start of a visit. */
export function useBack(home: string): {
  href: string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
} {
  return {
    href: home,
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || readHistoryDepth() === 0) return;
      event.preventDefault();
      history.back();
    },
  };
}
