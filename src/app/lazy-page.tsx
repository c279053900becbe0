import { lazy, type ComponentType } from 'react';
import type { PageAddress } from './page-route.ts';

type PageModule = { default: ComponentType<PageAddress> };

export type LazyPage = {
  /** Its file, by which the document finds the chunk to fetch beside the first script; null for one that is in there. */
  source: string | null;
  /** Fetches the page's code. The server and the first page of the browser do so before they render. */
  preload: () => Promise<void>;
  Component: ComponentType<PageAddress>;
};

/** A page that comes with the first script: those that most visits begin with. */
export const readyPage = (Component: ComponentType<PageAddress>): LazyPage => ({
  source: null,
  preload: () => Promise.resolve(),
  Component,
});

/** A page in a chunk of its own, which renders at once where its code is there already (so that hydration finds it). */
export function lazyPage(source: string, load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType<PageAddress> | null = null;
  const loading = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later = lazy(loading);
  return {
    source,
    preload: async () => void (await loading()),
    Component: (address) => {
      const Page = loaded ?? Later;
      return <Page {...address} />;
    },
  };
}
