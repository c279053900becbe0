import type { PageSource } from '#app/server/page-source.ts';
import { createFakePageSource } from '../fakes/fake-page-source.ts';

/** Pages that show what the server reads for them: all listings, or the one in the URL. */
export function createListingPages(): PageSource {
  const source = createFakePageSource();
  return {
    ...source,
    renderer: async () => {
      const renderer = await source.renderer();
      return {
        ...renderer,
        renderPage: async (request) => {
          const page = await renderer.renderPage(request);
          const id = /^\/book\/([^/?]+)/.exec(request.url)?.[1];
          const { transport } = request;
          const read = id
            ? transport('GET /api/books/:id', { params: { id } })
            : transport('GET /api/books', { query: {} });
          const shown = await read.then(
            ({ data }) => JSON.stringify(data),
            () => null,
          );
          return { ...page, ...(shown === null && { status: 404 }), body: shown ?? 'Nothing here' };
        },
      };
    },
  };
}
