import sharp from 'sharp';
import { z } from 'zod';
import { findBook } from '#features/books/server/public.ts';
import { ByteCache } from '#platform/server/http/byte-cache.ts';
import { BoundedQueue, QueueFullError } from '#platform/server/pictures/bounded-queue.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { priceLabel } from '#platform/shared/money.ts';
import { uuid } from '#platform/shared/text.ts';
import { shareImageSvg } from '#ui/cover/share-image.ts';

const address = z.object({ id: uuid });

/** The address carries the listing's version, so the bytes may be kept; this bounds whoever leaves it out. */
const lifetime = 5 * 60_000;

/** The picture of a listing that link previews show. As PNG, because they show no SVG; drawn one at a time. */
export function mountShareImages(context: ServerContext, campusName: string | undefined): void {
  const { http, database, clock } = context;
  const pictures = new ByteCache({ clock, lifetime, entries: 50 });
  const queue = new BoundedQueue({ running: 1, waiting: 10 });

  const draw = async (id: string): Promise<Buffer> => {
    const book = await findBook(database, id);
    const svg = shareImageSvg({
      title: book.title,
      author: book.author,
      isbn: book.isbn,
      priceLabel: book.soldAt === null ? priceLabel(book.price) : 'Sold',
      campus: campusName ?? null,
    });
    return queue.run(() => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()).catch((error: unknown) => {
      throw error instanceof QueueFullError ? commonProblem('service-unavailable', { retryAfter: 2 }) : error;
    });
  };

  http.get('/book/:id/share.png', { config: { auth: 'public' } }, (request, reply) => {
    const asked = address.safeParse(request.params);
    if (!asked.success) throw commonProblem('not-found');
    return pictures.answer(request, reply, async () => {
      const picture = await draw(asked.data.id);
      void reply.type('image/png');
      return picture;
    });
  });
}
