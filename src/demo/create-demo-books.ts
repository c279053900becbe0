import { readFile } from 'node:fs/promises';
import { DEFAULT_LISTING_DAYS } from '#features/books/rules.ts';
import { createBook } from '#features/books/server/public.ts';
import type { SeedPhoto } from '#features/photos/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { demoConditionDetails } from './demo-condition-details.ts';
import type { PlannedListing } from './plan-listings.ts';
import { readCoursesByIsbn } from './seed-courses.ts';

export type DemoBook = { id: string; sellerId: string; isbn: string; listedAt: Date; views: number };

type Context = { database: Database; events: EventBus; seedPhoto: SeedPhoto };

/** Each photo is there in these widths, encoded by `scripts/demo-photos`. */
export const demoPhotoSizes = [240, 800] as const;
/** Of the larger one, in pixels. */
const PHOTO = { width: 720, height: 960 } as const;

export const demoPhotoFile = (name: string, size: number): URL =>
  new URL(`photos/${size}/${name}.webp`, import.meta.url);

/** Nobody wants anything before the listings are there. */
const withoutMatching = { enqueue: async () => {} };

/** Lists the books with their photos. */
export async function createDemoBooks(
  { database, events, seedPhoto }: Context,
  listings: readonly PlannedListing[],
  idOfSeller: (seller: PlannedListing['seller']) => string,
): Promise<DemoBook[]> {
  const listed: DemoBook[] = [];
  const courses = readCoursesByIsbn();
  for (const { photos, seller, listedAt, views, ...fields } of listings) {
    const sellerId = idOfSeller(seller);
    const images = await Promise.all(
      photos.map(async (name) => {
        const renditions = demoPhotoSizes.map(async (size) => ({
          size,
          bytes: await readFile(demoPhotoFile(name, size)),
        }));
        return seedPhoto({
          ownerId: sellerId,
          renditions: await Promise.all(renditions),
          ...PHOTO,
          now: listedAt,
        });
      }),
    );
    const conditionDetails = demoConditionDetails[fields.isbn] ?? null;
    const input = { ...fields, conditionDetails, images, courses: courses.get(fields.isbn) ?? [] };
    const services = { database, events, jobs: withoutMatching, listingDays: DEFAULT_LISTING_DAYS };
    const { id } = await createBook(services, sellerId, input, listedAt);
    listed.push({ id, sellerId, isbn: fields.isbn, listedAt, views });
  }
  return listed;
}
