import { brotliCompressSync, constants } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { Chunk } from './merge-chunks.ts';

/** A chunk with its name, and the ids of its modules. */
export type MeasuredChunk = Chunk & { name: string; modules: string[] };

/** How often an entry is loaded, and in how many chunks at most. `importers` import it dynamically. */
export type EntryRule = (id: string, importers: readonly string[]) => Pick<Chunk, 'weight' | 'maxChunks'>;

/** Builds without writing, and returns the chunks that the bundler makes by itself, by their files. */
export async function measureChunks(
  config: InlineConfig,
  ruleOf: EntryRule,
): Promise<Map<string, MeasuredChunk>> {
  const chunks = new Map<string, MeasuredChunk>();
  await build({
    ...config,
    logLevel: 'error',
    plugins: [config.plugins, collect(ruleOf, chunks)],
    build: { ...config.build, write: false, manifest: false, reportCompressedSize: false },
  });
  return chunks;
}

const collect = (ruleOf: EntryRule, chunks: Map<string, MeasuredChunk>): Plugin => ({
  name: 'collect-chunks',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { facadeModuleId: id, isDynamicEntry, isEntry } = chunk;
        const importers = id === null ? [] : (this.getModuleInfo(id)?.dynamicImporters ?? []);
        chunks.set(chunk.fileName, {
          name: chunk.name,
          modules: Object.keys(chunk.modules),
          imports: chunk.imports,
          size: compressedSize(chunk.code) + sizeOfStyles(chunk, bundle),
          ...(id !== null && (isEntry || isDynamicEntry) ? ruleOf(id, importers) : { weight: 0 }),
        });
      }
    },
  },
});

function sizeOfStyles({ viteMetadata }: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): number {
  let size = 0;
  for (const file of viteMetadata?.importedCss ?? []) {
    const asset = bundle[file];
    if (asset?.type === 'asset') size += compressedSize(asset.source);
  }
  return size;
}

/** Quickly: only the relations count. */
const compressedSize = (text: string | Uint8Array) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
