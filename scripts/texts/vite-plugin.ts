import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { loadMessages } from '../../src/platform/server/texts/catalogues.ts';
import { LANGUAGES, type Language } from '../../src/platform/shared/texts/languages.ts';
import { textsOfPage } from '../../src/platform/web/texts/page-texts.ts';
import { findCalls } from './find-calls.ts';
import { type BuildGraph, textsPerFile } from './texts-per-file.ts';

type Options = {
  /** Whether a module imports pages, which bring their own texts. */
  importsPages: (id: string) => boolean;
  /** The name of the chunk whose texts are among the first, because every page loads it at once. */
  skeletons: string;
};

/** What these dynamic imports load shows texts of the first file. */
const WITH_FIRST_TEXTS = /\/(page-skeletons|after-load|tooltip)\.tsx?$/;

/** What nearly every page loads soon: it waits for its own texts, and not for those of all dialogs. */
const WITH_OWN_TEXTS = /\/(ad-content)\.tsx$/;

/** The file of a page: the server finds its chunk by it. The browser needs the name of its texts only. */
const PAGE_SOURCE = /lazyPage\(\s*'src\/[^']*\/([\w-]+)\.tsx'/g;

/** Lets dynamic imports of the browser's modules wait for the texts that they need, and refuses ids that are composed. */
export const textImports = ({ importsPages }: Options): Plugin => ({
  name: 'text-imports',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /\bimport\(|\b(t|rich|textId|textToken)\(/ },
    handler(code, id) {
      const { calls, imports } = findCalls(id, code);
      const composed = calls.find((call) => call.id === null);
      if (composed) this.error('the id of a text is put together here: write it in quotes', composed.start);
      if (importsPages(id)) return { code: code.replace(PAGE_SOURCE, "lazyPage('$1'"), map: null };
      const waiting = imports.filter(({ source }) => !WITH_FIRST_TEXTS.test(source));
      if (waiting.length === 0) return null;
      let text = code;
      for (const { start, end, source } of waiting.toReversed()) {
        const file = WITH_OWN_TEXTS.test(source) ? `, '${textsOfPage(source)}'` : '';
        text = `${text.slice(0, start)}afterTexts(() => ${text.slice(start, end)}${file})${text.slice(end)}`;
      }
      return {
        code: `${text}\nimport { afterTexts } from '#platform/web/texts/after-texts.ts';\n`,
        map: null,
      };
    },
  },
});

/**
 * Writes the texts of each language into files: those of the first script, those of each page and of some parts, and
 * 'later' for the rest of what the first script loads. `.vite/texts.json` has their folders.
 */
export const textFiles = (options: Options): Plugin => ({
  name: 'text-files',
  apply: (_config, { command, isSsrBuild }) => command === 'serve' || !isSsrBuild,
  configureServer: ({ middlewares, watcher, ws }) => {
    watcher.on('change', (path) => {
      if (/\/texts\/[a-z]+\.json$/.test(path)) ws.send({ type: 'full-reload' });
    });
    middlewares.use((request, response, next) => {
      const [, language, name] = /^\/@texts\/([^/]+)\/([\w-]+)\.js/.exec(request.url ?? '') ?? [];
      if (language === undefined) return next();
      const all = name === 'first' ? loadMessages(language as Language) : {};
      response.setHeader('content-type', 'text/javascript');
      response.end(`export default ${JSON.stringify(all)}`);
    });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const ids = Object.keys(loadMessages('en'));
      const files = textsPerFile(toGraph(this, bundle, options), ids);
      const folders: Record<string, string> = {};
      for (const language of LANGUAGES) {
        const all = loadMessages(language);
        const sources = [...files].map(
          ([name, wanted]) =>
            [
              name,
              `export default ${JSON.stringify(Object.fromEntries(wanted.map((id) => [id, all[id]])))}`,
            ] as const,
        );
        const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 8);
        folders[language] = `/assets/texts/${language}-${hash}/`;
        for (const [name, source] of sources)
          this.emitFile({ type: 'asset', fileName: `${folders[language].slice(1)}${name}.js`, source });
      }
      this.emitFile({ type: 'asset', fileName: '.vite/texts.json', source: JSON.stringify(folders) });
    },
  },
});

type Context = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
};

function toGraph(
  context: Context,
  bundle: Rolldown.OutputBundle,
  { importsPages, skeletons }: Options,
): BuildGraph {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const withFirst = chunks.find(({ name }) => name === skeletons);
  const graph: BuildGraph = {
    entry: entry?.facadeModuleId ?? '',
    withFirst: Object.keys(withFirst?.modules ?? {}),
    pages: new Map(),
    parts: new Map(),
    modules: new Map(),
    chunks: new Map(chunks.map((chunk) => [chunk.fileName, chunk])),
  };
  const built = new Map<string, { code: string; chunk: string }>();
  for (const { fileName, modules } of chunks)
    for (const [id, { code }] of Object.entries(modules))
      built.set(id, { code: code ?? '', chunk: fileName });
  for (const id of context.getModuleIds()) {
    const { importedIds, dynamicallyImportedIds, dynamicImporters } = context.getModuleInfo(id)!;
    const nodes = { imports: importedIds, dynamicImports: dynamicallyImportedIds };
    // Of a module that only exports others nothing is built.
    graph.modules.set(id, { code: '', ...nodes, ...built.get(id) });
    if (dynamicImporters.some(importsPages)) graph.pages.set(id, textsOfPage(id));
    if (WITH_OWN_TEXTS.test(id)) graph.parts.set(id, textsOfPage(id));
  }
  return graph;
}
