/** Home is drawn from cached lists, or fetches them first. */
const TIMEOUT_MS = 5_000;

/** Scrolls to the card of a listing once Home shows it: boosted listings may stand before it. */
export function scrollToCard(bookId: string): void {
  const scroll = () => {
    const card = document.querySelector(`main article a[href="/book/${bookId}"]`);
    if (location.pathname !== '/' || card !== null) stop();
    if (location.pathname === '/') card?.closest('article')?.scrollIntoView({ block: 'center' });
  };
  const observer = new MutationObserver(() => requestAnimationFrame(scroll));
  const timer = setTimeout(() => stop(), TIMEOUT_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.getElementById('root')!, { childList: true, subtree: true });
}
