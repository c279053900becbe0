import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { escapeXml, XML_START } from '#platform/shared/texts/markup.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { SITEMAP_KINDS, type SitemapKind } from '../rules.ts';
import type { DiscoveryCache } from './discovery-cache.ts';
import { findNextChange, findSitemapAddresses, findSitemapParts } from './find-sitemap.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** 'listings-1.xml' */
const PART_FILE = new RegExp(`^(${SITEMAP_KINDS.join('|')})-([1-9]\\d{0,3})\\.xml$`);

type Entry = { url: string; changedAt: Date };

const writeEntries = (element: string, entries: readonly Entry[]): string =>
  entries
    .map(
      ({ url, changedAt }) =>
        `<${element}><loc>${escapeXml(url)}</loc><lastmod>${changedAt.toISOString()}</lastmod></${element}>\n`,
    )
    .join('');

type Part = { kind: SitemapKind; number: number };

/** The parts. Whether there is one far above the last count costs no search for a minute. */
function createParts(database: ServerContext['database']) {
  let counted = { at: -Infinity, parts: [] as Awaited<ReturnType<typeof findSitemapParts>> };
  const count = async (now: Date) => {
    counted = { at: now.getTime(), parts: await findSitemapParts(database, now) };
    return counted.parts;
  };
  const has = async ({ kind, number }: Part, now: Date): Promise<boolean> => {
    const known = counted.parts.filter((part) => part.kind === kind).length;
    if (number <= known + 1 || now.getTime() - counted.at >= MINUTE_MS) await count(now);
    return counted.parts.some((part) => part.kind === kind && part.number === number);
  };
  return { count, has };
}

type SitemapOptions = { cache: DiscoveryCache; limit: EndpointRegistryOptions['limit'] };

/** The sitemap: an index, and parts with what a visitor without an account may see. The same in every language. */
export function mountSitemap(context: ServerContext, { cache, limit }: SitemapOptions): void {
  const { http, database, clock, endpoints, publicUrl } = context;
  const options = { config: { auth: 'public', limit: 'handler-enforced' } } as const;
  const parts = createParts(database);
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    { limited, write }: { limited: () => Promise<void>; write: (now: Date) => Promise<string> },
  ) => {
    const send = () =>
      cache.respond(request, reply, { key, type: 'application/xml' }, async () => {
        const now = clock.now();
        return { text: await write(now), endsAt: await findNextChange(database, now) };
      });
    if (cache.holds(key, request)) return send();
    await limited();
    return endpoints.inTurn(null, request, send);
  };
  http.get('/sitemap.xml', options, (request, reply) =>
    respond(request, reply, 'sitemap', {
      limited: () => limit('GET /sitemap.xml', null, request),
      write: async (now) => {
        const entries = (await parts.count(now)).map(({ kind, number, changedAt }) => ({
          url: `${publicUrl}/sitemap/${kind}-${number}.xml`,
          changedAt,
        }));
        return `${XML_START}<sitemapindex ${NAMESPACE}>\n${writeEntries('sitemap', entries)}</sitemapindex>\n`;
      },
    }),
  );
  http.get('/sitemap/:file', options, (request, reply) => {
    const [, kind, number] = PART_FILE.exec((request.params as { file: string }).file) ?? [];
    if (kind === undefined) throw commonProblem('not-found');
    const part = { kind: kind as SitemapKind, number: Number(number) };
    return respond(request, reply, `sitemap ${kind} ${number}`, {
      limited: () => limit('GET /sitemap/:file', null, request),
      write: async (now) => {
        if (!(await parts.has(part, now))) throw commonProblem('not-found');
        const addresses = await findSitemapAddresses(database, part, now);
        const entries = addresses.map(({ path, changedAt }) => ({ url: publicUrl + path, changedAt }));
        return `${XML_START}<urlset ${NAMESPACE}>\n${writeEntries('url', entries)}</urlset>\n`;
      },
    });
  });
}
