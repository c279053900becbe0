export const listViews = ['rows', 'covers'] as const;
/** Lists of books show rows, or large covers in columns. */
export type ListView = (typeof listViews)[number];

const STORAGE_KEY = 'bookswap:list-view';

/** A photo of a row that has loaded and is shown larger loads again in its size. */
const LOAD_LARGE_COVERS = `document.addEventListener('load',({target:t})=>{if(t.sizes=='72px'&&d.view&&t.clientWidth>99)t.sizes=t.clientWidth+'px'},true)`;

/** Runs in the head of every document: pages are cached for all readers, so the chosen view is applied before the first paint. */
export const LIST_VIEW_SCRIPT = `{let d=document.documentElement.dataset;${LOAD_LARGE_COVERS};try{if(localStorage.getItem('${STORAGE_KEY}')=='covers')d.view='covers'}catch{}}`;

export const readListView = (): ListView =>
  document.documentElement.dataset['view'] === 'covers' ? 'covers' : 'rows';

/** Shows it in this document, with the same book in view, and in all later ones of this browser. */
export function setListView(view: ListView): void {
  const { dataset } = document.documentElement;
  keepPlace(() => {
    if (view === 'covers') dataset['view'] = view;
    else delete dataset['view'];
  });
  try {
    if (view === 'covers') localStorage.setItem(STORAGE_KEY, view);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then it lasts until the page is closed.
  }
  for (const image of document.querySelectorAll<HTMLImageElement>('article img[sizes]'))
    image.sizes = `${image.clientWidth}px`;
}

/** The first card below the upper third of the window, or the last one in it, stays where it is. */
function keepPlace(change: () => void): void {
  const topOf = (card: Element) => card.getBoundingClientRect().top;
  // At the top of a page nothing scrolls.
  const cards = scrollY > 0 ? [...document.querySelectorAll('article')] : [];
  const inWindow = cards.filter((card) => topOf(card) < innerHeight);
  const kept = inWindow.find((card) => topOf(card) > innerHeight / 3) ?? inWindow.at(-1);
  const top = kept && topOf(kept);
  change();
  if (kept !== undefined && top !== undefined) scrollBy(0, topOf(kept) - top);
}
