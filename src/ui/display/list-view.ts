export const listViews = ['rows', 'covers'] as const;
/** Lists of books show rows, or large covers in columns. */
export type ListView = (typeof listViews)[number];

const STORAGE_KEY = 'bookswap:list-view';

/** Runs in the head of every document: pages are cached for all readers, so the chosen view is applied before the first paint. */
export const LIST_VIEW_SCRIPT = `try{if(localStorage.getItem('${STORAGE_KEY}')=='covers')document.documentElement.dataset.view='covers'}catch{}`;

export const readListView = (): ListView =>
  document.documentElement.dataset['view'] === 'covers' ? 'covers' : 'rows';

/** Shows it in this document, and in all later ones of this browser. */
export function setListView(view: ListView): void {
  const { dataset } = document.documentElement;
  if (view === 'covers') dataset['view'] = view;
  else delete dataset['view'];
  try {
    if (view === 'covers') localStorage.setItem(STORAGE_KEY, view);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then it lasts until the page is closed.
  }
  for (const image of document.querySelectorAll<HTMLImageElement>('article img[sizes]'))
    image.sizes = `${image.clientWidth}px`;
}
