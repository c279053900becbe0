import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bookInput } from '#features/books/contract.ts';
import { conditions, homeSubjects } from '#features/books/rules.ts';
import { photoSizes } from '#features/photos/stored-photo.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { demoPhotoFile, demoPhotoSizes } from './create-demo-books.ts';
import {
  demoBoosts,
  demoConversations,
  demoReports,
  sellers,
  studentFavorites,
  studentListings,
} from './demo-data.ts';
import { planListings } from './plan-listings.ts';
import { type DemoListing, readListings } from './read-listings.ts';

const listings = readListings({ step: 100 });
const isValid = (listing: DemoListing) =>
  renderIn(localeOfTests(), () => bookInput.safeParse({ ...listing, images: [] }).success);
const now = new Date('2026-11-22T18:30:00Z');
const planned = planListings(listings, now);

/** Sold as paperbacks. */
const novelSubjects = ['Literature', 'Fiction', 'Romance', 'Comedy', 'Horror'];

/** What nobody writes about a book that is like new. */
const DAMAGE = /highlight|worn|creas|torn|scuff|cracked|coming off|notes in the margins|coffee|water/i;

const titlesWhere = (isWrong: (listing: DemoListing) => boolean) =>
  listings.filter(isWrong).map(({ title }) => title);

describe('the listings of the demo campus', () => {
  it('are valid', () => {
    expect(titlesWhere((listing) => !isValid(listing))).toEqual([]);
    expect(new Set(listings.map(({ isbn }) => isbn)).size).toBe(listings.length);
  });

  it('have the same sellers at every hour, none of whom writes to or reports themselves', () => {
    const sellersOf = (plan: typeof planned) => new Map(plan.map(({ isbn, seller }) => [isbn, seller]));
    const first = sellersOf(planned);
    for (let halfHours = 0; halfHours < 48; halfHours += 1) {
      const then = new Date(now.getTime() + halfHours * 1_800_000);
      expect(sellersOf(planListings(listings, then))).toEqual(first);
    }
    const nameOf = (isbn: string) => {
      const seller = first.get(isbn)!;
      return seller === 'student' ? seller : sellers[seller]!.name.split(' ')[0];
    };
    for (const { isbn, buyer } of demoConversations) expect(nameOf(isbn)).not.toBe(buyer ?? 'student');
    for (const report of demoReports) if ('isbn' in report) expect(nameOf(report.isbn)).not.toBe(report.by);
  });

  it('fill every chip of Home', () => {
    const inSubject = (subject: string) => listings.filter((listing) => listing.subject === subject).length;
    expect(homeSubjects.filter((subject) => inSubject(subject) < 3)).toEqual([]);
  });

  it('cost what a student pays for such a book', () => {
    const isNovel = ({ subject }: DemoListing) => novelSubjects.includes(subject);
    const isBetween = (price: number, least: number, most: number) => price >= least && price <= most;
    expect(titlesWhere((one) => isNovel(one) && one.price > 0 && !isBetween(one.price, 400, 1200))).toEqual(
      [],
    );
    const biology = listings.find(({ title }) => title.startsWith('Campbell Biology'))!;
    expect(isBetween(biology.price, 6000, 12_000)).toBe(true);
    expect(listings.filter(({ price }) => price === 0).length).toBeLessThan(4);
    expect(titlesWhere(({ condition, price }) => condition === 'Poor' && price > 1500)).toEqual([]);
    const meanOf = (wanted: string) => {
      const prices = listings.filter(({ condition }) => condition === wanted).map(({ price }) => price);
      return prices.reduce((sum, price) => sum + price, 0) / prices.length;
    };
    const means = conditions.map(meanOf);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
  });

  it('are described as their condition says, each in its own words', () => {
    const texts = listings.flatMap(({ description }) => description ?? []);
    expect(new Set(texts).size).toBe(texts.length);
    const isNew = ({ condition }: DemoListing) => condition === 'Like New';
    expect(titlesWhere((one) => isNew(one) && DAMAGE.test(one.description ?? ''))).toEqual([]);
    expect(titlesWhere(({ condition, description }) => condition === 'Poor' && !description)).toEqual([]);
  });

  it('have photos in the product’s sizes, all of them used', async () => {
    const used = listings.flatMap(({ photos }) => photos);
    expect(used).toHaveLength(25);
    const known = photoSizes as readonly number[];
    expect(demoPhotoSizes.filter((size) => !known.includes(size))).toEqual([]);
    for (const size of demoPhotoSizes) {
      const files = readdirSync(new URL(`photos/${size}/`, import.meta.url));
      expect(files.toSorted()).toEqual(used.map((name) => `${name}.webp`).toSorted());
      const dimensions = size === 240 ? [240, 320] : [720, 960];
      for (const name of used) {
        const { width, height, format, exif } = await sharp(
          fileURLToPath(demoPhotoFile(name, size)),
        ).metadata();
        expect([name, format, width, height, exif]).toEqual([name, 'webp', ...dimensions, undefined]);
      }
      expect(used.filter((name) => statSync(demoPhotoFile(name, size)).size > 120_000)).toEqual([]);
    }
  });

  it('are the ones that others speak of', () => {
    const known = new Set(listings.map(({ isbn }) => isbn));
    const named = [...studentListings, ...studentFavorites, ...demoBoosts, ...demoConversations];
    for (const one of named) expect(known).toContain(typeof one === 'string' ? one : one.isbn);
    const isOwn = (isbn: string) => studentListings.includes(isbn);
    expect(demoConversations.filter(({ isbn, buyer }) => isOwn(isbn) !== (buyer !== undefined))).toEqual([]);
    expect(studentFavorites.filter(isOwn)).toEqual([]);
  });
});

describe('the plan of the listings', () => {
  const strides = Array.from({ length: 20 }, (_, index) => index + 1);
  /** How often a value comes again `stride` places later, compared with any two places. */
  const repetition = (values: readonly unknown[], stride: number) => {
    const again = values.slice(stride).filter((value, index) => value === values[index]).length;
    const pairs = values.flatMap((one, at) => values.slice(at + 1).map((other) => one === other));
    return again / (values.length - stride) / (pairs.filter(Boolean).length / pairs.length);
  };

  it.each([
    ['sellers', planned.map(({ seller }) => seller)],
    ['conditions', planned.map(({ condition }) => condition)],
    ['subjects', planned.map(({ subject }) => subject)],
    ['prices', planned.map(({ price }) => price)],
    ['hours', planned.map(({ listedAt }) => listedAt.getHours())],
    ['views', planned.map(({ views }) => views % 10)],
  ])('has no period in %s', (_name, values) => {
    expect(strides.filter((stride) => repetition(values, stride) >= 3)).toEqual([]);
  });

  it('has irregular times, by day, the newest within hours', () => {
    const gaps = planned
      .slice(1)
      .map(({ listedAt }, at) => listedAt.getTime() - planned[at]!.listedAt.getTime());
    const growth = gaps.slice(1).map((gap, at) => Math.sign(gap - gaps[at]!));
    const turns = growth.filter((sign, at) => at > 0 && sign !== growth[at - 1]).length;
    expect(turns / growth.length).toBeGreaterThan(0.45);
    for (const { listedAt } of planned) {
      expect(listedAt.getHours() === 0 || listedAt.getHours() >= 7 || listedAt.getHours() < 1).toBe(true);
      expect(listedAt.getTime()).toBeLessThan(now.getTime());
    }
    expect(now.getTime() - planned.at(-1)!.listedAt.getTime()).toBeLessThan(DAY_MS / 2);
  });

  it('lists a book before its first message', () => {
    for (const { isbn, messages } of demoConversations) {
      const { listedAt } = planned.find((listing) => listing.isbn === isbn)!;
      expect(listedAt.getTime()).toBeLessThan(now.getTime() - messages[0]!.minutesAgo * 60_000);
    }
  });
});
