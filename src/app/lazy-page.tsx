import { lazy, type ComponentType } from 'react';
import type { PageAddress } from './page-route.ts';

type PageModule = { default: ComponentType<PageAddress> };

export type LazyPage = {
  /** Fetches the page's code. The server and the first page of the browser do so before they render. */
  preload: () => Promise<void>;
  Component: ComponentType<PageAddress>;
};

/** A page in a chunk of its own, which renders at once where its code is there already (so that hydration finds it). */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType<PageAddress> | null = null;
  const loading = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later = lazy(loading);
  return {
    preload: async () => void (await loading()),
    Component: (address) => {
      const Page = loaded ?? Later;
      return <Page {...address} />;
    },
  };
}
