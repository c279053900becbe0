import fastifyStatic from '@fastify/static';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bookChanged } from '#features/books/server/public.ts';
import { ByteCache } from '#platform/server/http/byte-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { htmlDocument } from './document.ts';
import type { PageBuilder } from './page-builder.ts';

const pageLifetime = 5_000;

/** Serves every address that is no call, no file and no photo as a page, rendered once for everybody and kept as bytes. */
export async function mountPages(context: ServerContext, builder: PageBuilder): Promise<void> {
  const { http, clock, events } = context;
  if (builder.staticDir !== null) await serveFiles(context, builder.staticDir);
  const pages = new ByteCache({ clock, lifetime: pageLifetime, entries: 500 });
  events.subscribe(bookChanged, () => pages.clear());

  const render = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { renderPage } = await builder.renderer();
    const page = await renderPage({
      url: request.url,
      transport: context.calls.inProcess,
      now: clock.now().toISOString(),
      origin: context.publicUrl,
    });
    void reply.code(page.status).type('text/html; charset=utf-8');
    if (builder.policy !== null) void reply.header('content-security-policy', builder.policy);
    return htmlDocument(page, await builder.assets(request.url, page.source), context.publicUrl);
  };

  http.route({
    method: 'GET',
    url: '/*',
    config: { auth: 'public' },
    handler: async (request, reply) => {
      // What looks like a file or a call and reached this route does not exist; a page would only hide that.
      if (/^\/(api|objects|assets|ws)(\/|$)|\.[a-z0-9]{2,5}(\?|$)/i.test(request.url)) throw commonProblem('not-found');
      return builder.policy === null ? render(request, reply) : pages.answer(request, reply, () => render(request, reply));
    },
  });
}

/** Built files carry their content's hash in their name and never change; the few others are asked for again. */
async function serveFiles({ http }: ServerContext, staticDir: string): Promise<void> {
  const hashed = join(staticDir, 'assets');
  await http.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public' };
    });
    await files.register(fastifyStatic, {
      root: staticDir,
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  });
}
