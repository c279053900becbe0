import { lazy, type ComponentType } from 'react';
import { reloadDocument } from '../shell/full-page-load.tsx';
import type { PageProps } from './page-route.ts';

type PageModule = { default: ComponentType<PageProps> };

export type LazyPage = {
  /** Its file, by which the document finds the chunk to fetch beside the first script; null for one that is in there. */
  source: string | null;
  /** Fetches the page's code. The server and the first page of the browser do so before they render. */
  preload: () => Promise<void>;
  Component: ComponentType<PageProps>;
};

/** A page that comes with the first script: those that most visits begin with. */
export const eagerPage = (Component: ComponentType<PageProps>): LazyPage => ({
  source: null,
  preload: () => Promise.resolve(),
  Component,
});

/** A page in a chunk of its own, which renders at once where its code is there already (so that hydration finds it). */
export function lazyPage(source: string, load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType<PageProps> | null = null;
  let hasFailed = false;
  const loading = async () => {
    try {
      const module = await load();
      loaded = module.default;
      return module;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const Later = lazy(async () => {
    // What did not come when it was fetched ahead is not asked for again by this document, but by a new one.
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
