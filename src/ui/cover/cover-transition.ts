import { flushSync } from 'react-dom';

let isSlow = false;

/** On an old phone the browser takes longer to prepare a transition than to show the next page. */
export function skipCoverTransitions(): void {
  isSlow = true;
}

/** A view transition from the card of `link` to the cover that stage.module.css names; unsupported: `go` at once. */
export function startCoverTransition(link: Element, go: () => void): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || isSlow || typeof document.startViewTransition !== 'function') return go();
  const cover = link.closest('article')?.querySelector<HTMLElement>('[data-color]');
  if (cover) cover.style.viewTransitionName = 'book-cover';
  const { pathname } = location;
  const travel = document.startViewTransition(() => {
    // Another tap may have left the page before the browser was ready.
    if (location.pathname === pathname) flushSync(go);
  });
  const arrived = () => {
    if (cover) cover.style.viewTransitionName = '';
  };
  travel.finished.then(arrived, arrived);
  // A skipped transition (the window was rotated, another link pressed) is no error.
  travel.ready.catch(() => {});
}
