/** A page that is still loading may become as long as it was within this time. */
const GROWING_MS = 10_000;

/**
 * Scrolls whenever the page has changed its height, until the user acts or shows another one; never, if they have
 * scrolled up from `from`.
 */
export function followGrowth(path: string, top: number, from = scrollY): void {
  // A page that has become shorter meanwhile has moved them to its end.
  const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 1;
  if (scrollY < from - 1 && !isAtEnd) return;
  const over = new AbortController();
  const { signal } = over;
  const height = new ResizeObserver(() => {
    const { pathname, search } = location;
    if (pathname + search === path) scrollTo(0, top);
    else over.abort();
  });
  signal.addEventListener('abort', () => height.disconnect());
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, () => over.abort(), { signal, passive: true });
  setTimeout(() => over.abort(), GROWING_MS);
  height.observe(document.body);
}
