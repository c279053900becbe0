import type { ServerContext } from '#platform/server/server-context.ts';
import { htmlDocument, offlineDocument } from './document.ts';
import { earlyScript, offlineScript } from './early-script.ts';
import type { PageBuilder } from './page-builder.ts';
import { type Outsiders, policyHeaders } from './page-policy.ts';
import type { RenderRequest } from './ssr.tsx';

type Parts = {
  builder: PageBuilder & Required<Pick<PageBuilder, 'offline'>>;
  css: string;
  rendering: Omit<RenderRequest, 'url' | 'now'>;
  outsiders: Outsiders;
};

/** Two documents for the service worker: what stands in for a page that is not there, and the frame of one drawn from what is kept. */
export function mountOfflineDocuments(
  { http, clock, publicUrl }: Pick<ServerContext, 'http' | 'clock' | 'publicUrl'>,
  { builder, css, rendering, outsiders }: Parts,
): void {
  const documents = {
    '/offline.html': {
      script: offlineScript,
      make: async () => {
        const { renderOfflinePage } = await builder.offline();
        return offlineDocument(renderOfflinePage(), css);
      },
    },
    '/empty.html': {
      script: earlyScript,
      make: async () => {
        const { renderEmptyPage } = await builder.offline();
        const page = renderEmptyPage({ ...rendering, now: clock.now().toISOString() });
        return htmlDocument(page, await builder.assets('/', page.source), publicUrl);
      },
    },
  };
  for (const [url, { script, make }] of Object.entries(documents)) {
    const headers = policyHeaders('ordinary', outsiders, css, script);
    http.route({
      method: 'GET',
      url,
      config: { auth: 'public' },
      handler: async (_request, reply) =>
        reply
          .headers({ ...headers, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
          .type('text/html; charset=utf-8')
          .send(await make()),
    });
  }
}
