import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { demoConversations, demoReports, oldListings, sellers, studentListings } from './demo-data.ts';
import type { DemoListing } from './read-listings.ts';

export type PlannedListing = DemoListing & {
  seller: number | 'student';
  listedAt: Date;
  views: number;
};

const RANDOM_SEED = 20_261_122;
const OLDEST_DAYS = 63;
const NEWEST_MINUTES = 14;
/** The hours between which few people sell books. */
const NIGHT_HOURS = [1, 7] as const;

/** Decides who lists each book and when, from the oldest to the newest, so that ids and times agree. */
export function planListings(listings: readonly DemoListing[], now: Date): PlannedListing[] {
  const random = createSeededRandom(RANDOM_SEED);
  return listings
    .map((listing) => {
      const picked = pickTime(listing, random, now);
      const oldDays = oldListings[listing.isbn];
      const listedAt = oldDays === undefined ? picked : new Date(now.getTime() - oldDays * DAY_MS);
      const days = (now.getTime() - listedAt.getTime()) / DAY_MS;
      return {
        ...listing,
        seller: studentListings.includes(listing.isbn) ? ('student' as const) : pickSeller(listing, random),
        listedAt,
        views: 3 + Math.floor((4 + 46 * random() ** 2) * Math.sqrt(days)),
      };
    })
    .toSorted((a, b) => a.listedAt.getTime() - b.listedAt.getTime());
}

/** None who writes to the seller of the book or reports it. */
function pickSeller({ isbn }: DemoListing, random: () => number): number {
  const others = [
    ...demoConversations.filter((conversation) => conversation.isbn === isbn).map(({ buyer }) => buyer),
    ...demoReports.filter((report) => 'isbn' in report && report.isbn === isbn).map(({ by }) => by),
  ];
  const shares: number[] = sellers.map(({ name, share }) =>
    others.includes(name.split(' ')[0]) ? 0 : share,
  );
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  return shares.findIndex((share) => (left -= share) < 0);
}

/** Recent times are more likely, those with photos still more; before the first message about the book. */
function pickTime({ isbn, photos }: DemoListing, random: () => number, now: Date): Date {
  const recent = random() ** (photos.length > 0 ? 3.4 : 2);
  // Drawn in any case: the numbers after it decide the sellers, at every hour the same.
  const evening = 3 * random();
  const messages = demoConversations.find((conversation) => conversation.isbn === isbn)?.messages;
  const asked = (messages?.[0]?.minutesAgo ?? 0) * MINUTE_MS;
  const age = asked + NEWEST_MINUTES * MINUTE_MS + recent * OLDEST_DAYS * DAY_MS;
  const time = new Date(now.getTime() - age);
  const hour = time.getHours();
  const isNight = hour >= NIGHT_HOURS[0] && hour < NIGHT_HOURS[1];
  return isNight ? new Date(time.getTime() - (hour + 1 + evening) * HOUR_MS) : time;
}
