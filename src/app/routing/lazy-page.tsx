import { lazy, type ComponentType } from 'react';
import { loadTexts, textsOfPage } from '#platform/web/texts/page-texts.ts';
import { reloadDocument } from '../shell/full-page-load.tsx';
import type { LazyPage, PageProps } from './page-route.ts';

type PageModule = { default: ComponentType<PageProps> };

/** A page in the first script, because most visits start there. */
export const eagerPage = (Component: ComponentType<PageProps>): LazyPage => ({
  source: null,
  preload: () => Promise.resolve(),
  Component,
});

/** A page in its own chunk. It renders synchronously if its code is loaded, as hydration requires. */
export function lazyPage(source: string, load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType<PageProps> | null = null;
  let hasFailed = false;
  const loading = async () => {
    try {
      const [module] = await Promise.all([load(), loadTexts(textsOfPage(source))]);
      loaded = module.default;
      return module;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const Later = lazy(async () => {
    // A browser may cache a failed import for the lifetime of the document: a new document tries again.
    const mayBeStuck = hasFailed;
    return loading().catch((error: unknown) => {
      if (!mayBeStuck || !navigator.onLine) throw error;
      reloadDocument();
      return new Promise<never>(() => {});
    });
  });
  return {
    source,
    preload: async () => void (await loading()),
    Component: (address) => {
      const Page = loaded ?? Later;
      return <Page {...address} />;
    },
  };
}
