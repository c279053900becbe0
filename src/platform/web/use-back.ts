import type { MouseEvent } from 'react';

/** Whether Back stays inside the product: each entry of the history carries its depth in this visit. */
const canGoBackInApp = (): boolean => ((history.state as { depth?: number } | null)?.depth ?? 0) > 0;

/** The Back link of a title bar: the previous page, or `home` at the start of a visit. */
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
