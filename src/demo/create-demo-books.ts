import { readFile } from 'node:fs/promises';
import { DEFAULT_LISTING_DAYS } from '#features/books/rules.ts';
import { bookInput } from '#features/books/contract.ts';
import { createBook } from '#features/books/server/create-book.ts';
import { editBook } from '#features/books/server/edit-book.ts';
import { bookWorks } from '#features/editions/server/works/book-works.ts';
import { createBookPrices } from '#features/prices/server/book-prices.ts';
import type { SeedPhoto } from '#features/photos/server/seed-photo.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { demoConditionDetails } from './demo-condition-details.ts';
import { toDemoPrice } from './demo-price.ts';
import type { PlannedListing } from './plan-listings.ts';
import { readCoursesByIsbn } from './seed-courses.ts';

export type DemoBook = { id: string; sellerId: string; isbn: string; listedAt: Date; views: number };

type Context = Pick<ServerContext, 'database' | 'events' | 'market' | 'localeOf'> & { seedPhoto: SeedPhoto };

/** Each photo is there in these widths. */
export const demoPhotoSizes = [240, 800] as const;
/** The size of the larger image in pixels. */
const PHOTO = { width: 720, height: 960 } as const;

export const demoPhotoFile = (name: string, size: number): URL =>
  new URL(`photos/${size}/${name}.webp`, import.meta.url);

/** The former prices of some books, in dollars and cents. */
const demoFormerPrices: Readonly<Record<string, number>> = {
  '9780262033848': 3_400,
  '9780132126953': 3_000,
  '9781118063330': 2_000,
  '9781285741550': 5_400,
};

/** Nobody wants anything, or makes offers, before the listings are there. */
const withoutMatching = { enqueue: async () => {} };
const noOffers = async () => {};

export async function createDemoBooks(
  { database, events, seedPhoto, market, localeOf }: Context,
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
    const context = { database, events, jobs: withoutMatching, bookHook: noOffers, market, localeOf };
    const hooks = { firstListingHook: null };
    const prices = createBookPrices(context);
    const services = { ...context, ...hooks, prices, works: bookWorks, listingDays: DEFAULT_LISTING_DAYS };
    const former = demoFormerPrices[fields.isbn];
    const formerPrice = former && toDemoPrice(former, market.prices);
    const values = {
      ...fields,
      conditionDetails,
      images,
      courses: courses.get(fields.isbn),
      price: formerPrice ?? fields.price,
    };
    const posted = renderIn(localeOf(), () => bookInput.parse(values));
    const { id } = await createBook(services, sellerId, posted, listedAt);
    if (formerPrice !== undefined) {
      const newest = listings.at(-1)!.listedAt.getTime();
      const cutAt = new Date(Math.max((listedAt.getTime() + newest) / 2, newest - 3 * DAY_MS));
      await editBook(services, { id: sellerId }, id, { price: fields.price }, cutAt);
    }
    listed.push({ id, sellerId, isbn: fields.isbn, listedAt, views });
  }
  return listed;
}
