export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORAGE_KEY = 'bookswap:theme';

/** The colors of the browser's toolbars, as in the head of every document. */
export const themeColors = { light: '#f7f3ea', dark: '#171411' } as const;

/** Runs in the head of every document, after its colors: applies the chosen theme before the first paint. */
export const THEME_INIT_SCRIPT = `try{let t=localStorage.getItem('${STORAGE_KEY}'),c=${JSON.stringify(themeColors)}[t];if(c){document.documentElement.dataset.theme=t;for(let m of document.querySelectorAll('meta[name=theme-color]'))m.content=c}}catch{}`;

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Then it lasts until the page is closed.
  }
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? themeColors.dark : themeColors.light;
    meta.content = theme === 'system' ? own : themeColors[theme];
  }
}
