import { flushSync } from 'react-dom';

/**
 * Opens a book page with a view transition of the cover from its card. In browsers without view transitions
 * `go` runs at once. `link` is the pressed link inside of the card. stage.module.css names the large cover.
 */
export function startCoverTransition(link: Element, go: () => void): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || typeof document.startViewTransition !== 'function') return go();
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
