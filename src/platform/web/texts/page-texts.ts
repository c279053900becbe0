import { type Locale, type LocaleFacts, provideLocale } from '#platform/shared/texts/locale.ts';

/** What a document says of its locale. */
export type DocumentLocale = {
  locale: LocaleFacts;
  /** The folder with the texts of the document's language, in files per page. */
  textsFolder: string;
  /** Texts for a page whose texts do not load. */
  texts: Locale['messages'];
};

const messages: Record<string, Locale['messages'][string]> = {};
let folder: string | undefined;

/** Gives the page the locale of its document. Its texts load with `loadTexts`. */
export function startTexts(document: DocumentLocale): void {
  folder = document.textsFolder;
  Object.assign(messages, document.texts);
  const locale: Locale = { ...document.locale, messages };
  provideLocale(() => locale);
}

/** Loads a file of texts: 'first', 'later', or that of a page. Does nothing outside of a document. */
export async function loadTexts(name: string): Promise<void> {
  if (folder === undefined) return;
  const loaded = (await import(/* @vite-ignore */ `${folder}${name}.js`)) as { default: Locale['messages'] };
  Object.assign(messages, loaded.default);
}

/** 'src/app/routing/book-route.tsx' → 'book-route': the file with the texts of a page. */
export const textsOfPage = (source: string): string => source.replace(/^.*\/|\.tsx$/g, '');
