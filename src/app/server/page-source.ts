import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteDevServer } from 'vite';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsOfPage } from '#platform/web/texts/page-texts.ts';
import type { MarketNotice } from '../shell/documents/market-notices.tsx';
import type { RenderedPage, RenderRequest } from '../shell/ssr.tsx';
import type { ClientAssets } from './html-document.ts';
import { type InlineStyles, noStyles, toInlineStyles } from './inline-styles.ts';

type Renderer = {
  renderPage: (request: RenderRequest) => Promise<RenderedPage>;
  pageKey: (path: string, url: string) => string | null;
  /** Markup of the note on an old document, and of the document for a server that cannot respond. */
  stalePageNotice: (locale: Locale) => string;
  unavailable: (locale: Locale) => string;
  /** The bodies of the documents for a campus that is not open, and for an address without one. */
  marketNotice: (locale: Locale, notice: MarketNotice) => string;
  unknownHostNotice: (locale: Locale, host: string) => string;
};

type OfflineRenderer = {
  renderEmptyPage: (request: Omit<RenderRequest, 'url' | 'transport'>) => RenderedPage;
  renderOfflinePage: (locale: Locale) => string;
};

export type PageSource = {
  renderer(): Promise<Renderer>;
  /** The offline documents of the service worker. Absent in development, which has no service worker. */
  offline?: () => Promise<OfflineRenderer>;
  /** The files of a document; `source` is the file of the page, if that has its own chunk. */
  assets(url: string, source: string | null, language: Language): Promise<ClientAssets>;
  /** The styles of the first script, which every document inlines. Null in development: hot reloading injects them. */
  css: string | null;
  staticDir: string | null;
  /** The URL of the folder with the texts of a language. */
  textsFolder(language: Language): string;
  serverFactory?: (handler: (request: never, response: never) => void) => Server;
  close(): Promise<void>;
};

/** A source whose documents have further styles after their own. */
export function withStyles(source: PageSource, styles: string): PageSource {
  if (styles === '') return source;
  const bytes = Buffer.from(styles);
  const extended = new WeakMap<InlineStyles, InlineStyles>();
  return {
    ...source,
    css: source.css === null ? null : source.css + styles,
    assets: async (url, page, language) => {
      const assets = await source.assets(url, page, language);
      const css = extended.get(assets.css) ?? toInlineStyles([...assets.css.parts, bytes]);
      extended.set(assets.css, css);
      return { ...assets, css };
    },
  };
}

type ManifestChunk = { file: string; name?: string; imports?: string[]; css?: string[] };

const ENTRY = 'src/app/shell/browser.tsx';

/** The chunk with the skeletons, for every page but Home. */
const SKELETONS_NAME = 'after-load';

export function productionPages(root: string): PageSource {
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const textFolders = JSON.parse(readFileSync(join(client, '.vite/texts.json'), 'utf8')) as Record<
    Language,
    string
  >;
  const entry = manifest[ENTRY]!;
  const skeletons = Object.keys(manifest).find((key) => manifest[key]!.name === SKELETONS_NAME)!;
  /** A chunk after those that it imports, which is the order of their styles. */
  const withImports = (key: string, seen = new Set<string>()): string[] => {
    if (manifest[key] === undefined || seen.has(key)) return [];
    seen.add(key);
    const imported = (manifest[key].imports ?? []).flatMap((name) => withImports(name, seen));
    return [...imported, key];
  };
  const needed = (source: string | null) => {
    const lazy = source === null ? [] : [...withImports(skeletons), ...withImports(source)];
    return [...new Set([...withImports(ENTRY), ...lazy])].map((key) => manifest[key]!);
  };
  const styles = new Map<string, Buffer>();
  const readStyles = (file: string): Buffer => {
    const bytes = styles.get(file) ?? Buffer.from(readFileSync(join(client, file), 'utf8').trim());
    styles.set(file, bytes);
    return bytes;
  };
  const assetsOf = (source: string | null): ClientAssets => {
    const chunks = needed(source);
    const files = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
    return {
      script: `/${entry.file}`,
      preload: chunks.flatMap(({ file }) => (file === entry.file ? [] : [`/${file}`])),
      css: toInlineStyles(files.map(readStyles)),
      cssFiles: files,
    };
  };
  /** The assets of each page: the manifest does not change. */
  const found = new Map<string | null, ClientAssets>();
  const renderer = import(pathToFileURL(join(root, 'dist/server/ssr.js')).href) as Promise<
    Renderer & OfflineRenderer
  >;
  return {
    renderer: () => renderer,
    offline: () => renderer,
    assets: async (_url, source, language) => {
      const assets = found.get(source) ?? assetsOf(source);
      found.set(source, assets);
      const names = ['first', ...(source === null ? [] : [textsOfPage(source)])];
      const texts = names.map((name) => `${textFolders[language]}${name}.js`);
      return { ...assets, preload: [...assets.preload, ...texts] };
    },
    css: Buffer.concat(assetsOf(null).css.parts).toString(),
    staticDir: client,
    textsFolder: (language) => textFolders[language],
    close: async () => {},
  };
}

export async function viteDevPages(root: string): Promise<PageSource> {
  const { createServer } = await import('vite');
  let handle: (request: never, response: never) => void = () => {};
  // Vite needs the server for hot reload before it exists; requests arrive only after `listen`.
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
      return { script: '/src/app/shell/browser.tsx', preload: [], css: noStyles, cssFiles: [], extraHead };
    },
    css: null,
    staticDir: null,
    textsFolder: (language) => `/@texts/${language}/`,
    serverFactory: (handler) => {
      handle = handler;
      return server;
    },
    close: () => vite.close(),
  };
}
