import fastifyStatic from '@fastify/static';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bookChanged } from '#features/books/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { ByteCache } from '#platform/server/http/byte-cache.ts';
import { isUnavailable } from '#platform/server/http/create-http.ts';
import { callerOf, type MountOptions } from '#platform/server/http/mount-calls.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { htmlDocument, unavailableDocument } from './document.ts';
import type { PageBuilder } from './page-builder.ts';

const pageLifetime = 5_000;

/** What a page depends on besides its path. */
const knownParameters = ['search', 'subject'];

/** Paths that are no pages: a page in their place would only hide that something does not exist. */
const noPage = /^\/(api|objects|assets|ws)(\/|$)|\.[a-z0-9]{2,5}$/i;

type Options = { builder: PageBuilder; limit: MountOptions['limit'] };

/** Serves every address that is no call, no file and no photo as a page, rendered once for everybody and kept as bytes. */
export async function mountPages(context: ServerContext, { builder, limit }: Options): Promise<void> {
  const { http, clock, events, log } = context;
  if (builder.staticDir !== null) await serveFiles(context, builder.staticDir);
  const pages = new ByteCache({ clock, lifetime: pageLifetime, entries: 500 });
  events.subscribe(bookChanged, () => pages.clear());
  events.subscribe(busResumed, () => pages.clear());

  const render = async (url: string, reply: FastifyReply): Promise<string> => {
    const { renderPage } = await builder.renderer();
    const page = await renderPage({
      url,
      transport: context.calls.inProcess,
      now: clock.now().toISOString(),
      origin: context.publicUrl,
    });
    void reply.code(page.status).type('text/html; charset=utf-8');
    if (builder.policy !== null) void reply.header('content-security-policy', builder.policy);
    return htmlDocument(page, await builder.assets(url, page.source), context.publicUrl);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = pageAddress(request.url);
    if (builder.policy === null) return render(url, reply);
    if (!pages.holds(url)) await limit('GET /*', null, callerOf(request));
    try {
      return await pages.answer(request, reply, url, () => render(url, reply));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'a page could not be rendered');
      return reply
        .code(503)
        .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(unavailableDocument((await builder.assets(url, null)).css));
    }
  };
  http.route({ method: 'GET', url: '/*', config: { auth: 'public' }, handler: answer });
}

/** The path and what the page depends on, in one order: everybody's way of writing an address is one page. */
function pageAddress(url: string): string {
  if (!URL.canParse(url, 'http://page.invalid') || url.startsWith('//')) throw commonProblem('not-found');
  const { pathname, searchParams } = new URL(url, 'http://page.invalid');
  if (noPage.test(pathname)) throw commonProblem('not-found');
  const known = new URLSearchParams();
  for (const name of pathname === '/' ? knownParameters : []) {
    const value = searchParams.get(name);
    if (value !== null && value !== '') known.set(name, value.slice(0, 200));
  }
  return known.size === 0 ? pathname : `${pathname}?${known}`;
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
