import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteDevServer } from 'vite';
import type { RenderedPage, RenderRequest } from '../shell/ssr.tsx';
import type { ClientAssets } from './html-document.ts';

type Renderer = {
  renderPage: (request: RenderRequest) => Promise<RenderedPage>;
  pageKey: (path: string, url: string) => string | null;
};

type OfflineRenderer = {
  renderEmptyPage: (request: Omit<RenderRequest, 'url'>) => RenderedPage;
  renderOfflinePage: () => string;
};

/** Where pages come from: the built bundle, or Vite while developing. */
export type PageSource = {
  renderer(): Promise<Renderer>;
  /** What the service worker keeps for when there is no connection. None while developing: there is no service worker. */
  offline?: () => Promise<OfflineRenderer>;
  /** What the document of an address refers to; `source` is the page's own file, if it has a chunk of its own. */
  assets(url: string, source: string | null): Promise<ClientAssets>;
  /** The styles that every document inlines. None while developing: hot reloading injects styles and scripts as it likes. */
  css: string | null;
  /** Directory of built files to serve, if any. */
  staticDir: string | null;
  /** Lets Vite see requests first. */
  serverFactory?: (handler: (request: never, response: never) => void) => Server;
  close(): Promise<void>;
};

type ManifestChunk = { file: string; imports?: string[] };

/** The pages as `vite build` left them below `root`/dist. */
export function productionPages(root: string): PageSource {
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const entry = manifest['src/app/shell/browser.tsx']!;
  const css = readFileSync(join(client, manifest['style.css']!.file), 'utf8');
  const needed = (source: string | null) =>
    source === null
      ? entry.imports
      : [...(entry.imports ?? []), source, ...(manifest[source]?.imports ?? [])];
  const preload = (source: string | null) =>
    [...new Set(needed(source))].flatMap((name) => (manifest[name] ? [`/${manifest[name].file}`] : []));
  const renderer = import(pathToFileURL(join(root, 'dist/server/ssr.js')).href) as Promise<
    Renderer & OfflineRenderer
  >;
  return {
    renderer: () => renderer,
    offline: () => renderer,
    assets: async (_url, source) => ({ script: `/${entry.file}`, preload: preload(source), css }),
    css,
    staticDir: client,
    close: async () => {},
  };
}

/** Pages straight from the sources, with hot reload on the same port. */
export async function viteDevPages(root: string): Promise<PageSource> {
  const { createServer } = await import('vite');
  let handle: (request: never, response: never) => void = () => {};
  // The server is needed for hot reload before Vite is there to answer; nobody asks before it listens.
  const server = createHttpServer((request, response) => {
    vite.middlewares(request, response, () => handle(request as never, response as never));
  });
  const vite: ViteDevServer = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  return {
    renderer: () => vite.ssrLoadModule('/src/app/shell/ssr.tsx') as unknown as Promise<Renderer>,
    assets: async (url) => {
      const html = await vite.transformIndexHtml(url, '<html><head></head><body></body></html>');
      const extraHead = /<head>([\s\S]*)<\/head>/.exec(html)?.[1] ?? '';
      return { script: '/src/app/shell/browser.tsx', preload: [], css: '', extraHead };
    },
    css: null,
    staticDir: null,
    serverFactory: (handler) => {
      handle = handler;
      return server;
    },
    close: () => vite.close(),
  };
}
