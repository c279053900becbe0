import { flushSync } from 'react-dom';

/**
 * Opens a book's page so that the cover travels there from the card, where the browser knows view transitions; else
 * `go` runs at once. `link` is what was pressed inside of the card. The large cover has its name from book-page.css.
 */
export function startCoverTransition(link: Element, go: () => void): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || typeof document.startViewTransition !== 'function') return go();
  const cover = link.closest('.book')?.querySelector<HTMLElement>('.cover');
  if (cover) cover.style.viewTransitionName = 'book-cover';
  const travel = document.startViewTransition(() => flushSync(go));
  const arrived = () => {
    if (cover) cover.style.viewTransitionName = '';
  };
  travel.finished.then(arrived, arrived);
  // One that is skipped (the window was turned, another link pressed) is no failure.
  travel.ready.catch(() => {});
}
