import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toUnratedBook } from '../book-row.ts';
import { getBookRow } from '../find-books.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import {
  type ExtraScript,
  findDrawableScripts,
  isDrawable,
} from '#platform/server/images/drawable-scripts.ts';
import { loadSharp } from '#platform/server/images/load-sharp.ts';
import { QueueFullError } from '#platform/server/concurrency/bounded-queue.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { languageOf } from '#platform/server/http/language/language-of.ts';
import { type Locale, renderIn } from '#platform/shared/texts/locale.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { homeShareImageSvg, SHARE_COVER, shareImageSvg } from '#ui/cover/share-image.ts';
import { readPhoto } from '#features/photos/server/public.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const address = z.object({ id: uuidSchema });

/** Images are cached by the version of the listing. */
const IMAGE_CACHE_TTL_MS = DAY_MS;

/** About 200 images with a photo. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

/** The stored size that is just larger than its place in the image. */
const PHOTO_WIDTH = 800;

export type ShareImageOptions = { campusName: string | undefined; limit: EndpointRegistryOptions['limit'] };

/** The images for link previews, which show no SVG. One is drawn at a time, and senders take turns. */
export function mountShareImages(context: ServerContext, { campusName, limit }: ShareImageOptions): void {
  const { http, database, clock, endpoints, market, services } = context;
  const images = new ResponseCache({
    budgets: [services.caches, services.shareImageCaches],
    clock,
    lifetimeMs: IMAGE_CACHE_TTL_MS,
    entries: 200 * market.languages.length,
    maxBytes: MAX_IMAGE_BYTES,
    byLanguage: true,
  });
  const queue = services.shareImages;
  context.metrics.cache('share-images', images);
  const campus = campusName ?? null;
  const look = createLook(context);

  const respond = (request: FastifyRequest, reply: FastifyReply, key: string, draw: () => Promise<Buffer>) =>
    images.respond(request, reply, key, async () => {
      const image = await queue
        .run(draw, { key: { groups: toQueueGroups(request.ip) } })
        .catch((error: unknown) => {
          throw error instanceof QueueFullError
            ? commonProblem('service-unavailable', { retryAfter: 2 })
            : error;
        });
      // Link previews of other sites load it.
      void reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin');
      return image;
    });

  http.get(
    '/share.png',
    { config: { auth: 'public', limit: 'handler-enforced' } },
    async (request, reply) => {
      await limit('GET /share.png', null, request);
      return respond(request, reply, 'home', async () => {
        const { locale } = await look(request);
        return drawPng(renderIn(locale, () => homeShareImageSvg({ campus })));
      });
    },
  );
  http.get(
    '/book/:id/share.png',
    { config: { auth: 'public', limit: 'handler-enforced' } },
    async (request, reply) => {
      const asked = address.safeParse(request.params);
      if (!asked.success) throw commonProblem('not-found');
      await limit('GET /book/:id/share.png', null, request);
      // Drawing takes a turn, too: a sender that never stops gets only its share.
      return endpoints.inTurn(null, request, async () => {
        const book = toUnratedBook(await getBookRow(database, asked.data.id), clock.now());
        return respond(request, reply, `${book.id} ${book.updatedAt}`, async () =>
          drawBook(context, book, campus, await look(request)),
        );
      });
    },
  );
}

/** The language of an image, and the scripts that the fonts of the server draw. */
type Look = { locale: Locale; scripts: ReadonlySet<ExtraScript> };

/** The language of the request; English if the server has no fonts for it. */
function createLook({ localeOf }: ServerContext): (request: FastifyRequest) => Promise<Look> {
  let found: Promise<ReadonlySet<ExtraScript>> | undefined;
  return async (request) => {
    const scripts = await (found ??= findDrawableScripts());
    const locale = localeOf(languageOf(request));
    return {
      scripts,
      locale: isDrawable(textsIn(locale)('ui.badge.sold'), scripts) ? locale : localeOf('en'),
    };
  };
}

async function drawBook(
  context: ServerContext,
  book: ReturnType<typeof toUnratedBook>,
  campus: string | null,
  { locale, scripts }: Look,
): Promise<Buffer> {
  const [first] = book.images;
  const photo = first === undefined ? null : await readPhoto(context, first, PHOTO_WIDTH);
  const svg = renderIn(locale, () =>
    shareImageSvg({
      title: book.title,
      author: book.author,
      isbn: book.isbn,
      priceLabel: book.soldAt === null ? formatMoney(book.price, locale) : textsIn(locale)('ui.badge.sold'),
      campus,
      hasPhoto: photo !== null,
      canDraw: (text) => isDrawable(text, scripts),
    }),
  );
  return drawPng(svg, photo);
}

async function drawPng(svg: string, photo: Buffer | null = null): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(Buffer.from(svg));
  if (photo !== null) {
    const { x, y, width, height } = SHARE_COVER;
    const corners = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="8"/></svg>`;
    const cropped = await sharp(photo)
      .resize(width, height, { fit: 'cover' })
      .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
      .png()
      .toBuffer();
    image.composite([{ input: cropped, left: x, top: y }]);
  }
  return image.png({ palette: true }).toBuffer();
}
