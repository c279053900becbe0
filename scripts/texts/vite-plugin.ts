import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../../src/platform/shared/texts/languages.ts';
import { loadMessages } from '../../src/platform/server/texts/catalogues.ts';

/** The browser's texts: files per language in `assets/texts`, and `.vite/texts.json` with their folders. */
export function texts(): Plugin {
  return {
    name: 'texts',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const language = /^\/@texts\/([^/]+)\/first\.js/.exec(request.url ?? '')?.[1];
        if (language === undefined) return next();
        response.setHeader('content-type', 'text/javascript');
        response.end(`export default ${JSON.stringify(loadMessages(language as Language))}`);
      });
    },
    generateBundle() {
      if (this.environment.config.build.ssr) return;
      const folders: Record<string, string> = {};
      for (const language of LANGUAGES) {
        const source = `export default ${JSON.stringify(loadMessages(language))}`;
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        folders[language] = `/assets/texts/${language}-${hash}/`;
        this.emitFile({ type: 'asset', fileName: `assets/texts/${language}-${hash}/first.js`, source });
      }
      this.emitFile({ type: 'asset', fileName: '.vite/texts.json', source: JSON.stringify(folders) });
    },
  };
}
