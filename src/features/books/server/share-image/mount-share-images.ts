import { z } from 'zod';
import type { Book } from '../../contract.ts';
import { getBook } from '../find-books.ts';
import { ResponseCache } from '#platform/server/http/response-cache.ts';
import {
  toCaller,
  CACHE_MISS_COST,
  type EndpointRegistryOptions,
} from '#platform/server/http/endpoint-registry.ts';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import { loadSharp } from '#platform/server/images/load-sharp.ts';
import { BoundedQueue, QueueFullError } from '#platform/server/concurrency/bounded-queue.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { shareImageSvg } from '#ui/cover/share-image.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const address = z.object({ id: uuidSchema });

/** Images are cached by the version of the listing. */
const IMAGE_CACHE_TTL_MS = DAY_MS;

export type ShareImageOptions = { campusName: string | undefined; limit: EndpointRegistryOptions['limit'] };

/**
 * The image of a listing for link previews. It is a PNG, because they show no SVG; one is drawn at a time,
 * and senders take turns.
 */
export function mountShareImages(context: ServerContext, { campusName, limit }: ShareImageOptions): void {
  const { http, database, clock } = context;
  const pictures = new ResponseCache({ clock, lifetime: IMAGE_CACHE_TTL_MS, entries: 200 });
  const queue = new BoundedQueue({ running: 1, waiting: 10 });

  const draw = (book: Book, ip: string): Promise<Buffer> => {
    const svg = shareImageSvg({
      title: book.title,
      author: book.author,
      isbn: book.isbn,
      priceLabel: book.soldAt === null ? formatPrice(book.price) : 'Sold',
      campus: campusName ?? null,
    });
    return queue
      .run(async () => (await loadSharp())(Buffer.from(svg)).png({ palette: true }).toBuffer(), {
        key: { groups: toQueueGroups(ip) },
      })
      .catch((error: unknown) => {
        throw error instanceof QueueFullError
          ? commonProblem('service-unavailable', { retryAfter: 2 })
          : error;
      });
  };

  http.get(
    '/book/:id/share.png',
    { config: { auth: 'public', limit: 'handler-enforced' } },
    async (request, reply) => {
      const asked = address.safeParse(request.params);
      if (!asked.success) throw commonProblem('not-found');
      await limit('GET /book/:id/share.png', null, toCaller(request), CACHE_MISS_COST);
      const book = await getBook(database, asked.data.id, context.clock.now());
      return pictures.respond(request, reply, `${book.id} ${book.updatedAt}`, async () => {
        const picture = await draw(book, request.ip);
        // Link previews of other sites load it.
        void reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin');
        return picture;
      });
    },
  );
}
