import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { demoConversations, sellers, studentListings } from './demo-data.ts';
import type { DemoListing } from './read-listings.ts';

export type PlannedListing = DemoListing & {
  /** The index of the seller, or 'student'. */
  seller: number | 'student';
  listedAt: Date;
  views: number;
};

const RANDOM_SEED = 20_261_122;
const OLDEST_DAYS = 63;
const NEWEST_MINUTES = 14;
/** From this hour to that one, few people sell books. */
const NIGHT_HOURS = [1, 7] as const;

/**
 * Decides who lists each book and when; price and condition are in `listings.tsv`. From the oldest to the
 * newest, so that ids and times agree.
 */
export function planListings(listings: readonly DemoListing[], now: Date): PlannedListing[] {
  const random = createSeededRandom(RANDOM_SEED);
  return listings
    .map((listing) => {
      const listedAt = pickTime(listing, random, now);
      const days = (now.getTime() - listedAt.getTime()) / DAY_MS;
      return {
        ...listing,
        seller: studentListings.includes(listing.isbn) ? ('student' as const) : pickSeller(random),
        listedAt,
        views: 3 + Math.floor((4 + 46 * random() ** 2) * Math.sqrt(days)),
      };
    })
    .toSorted((a, b) => a.listedAt.getTime() - b.listedAt.getTime());
}

function pickSeller(random: () => number): number {
  let left = random() * sellers.reduce((sum, { share }) => sum + share, 0);
  return sellers.findIndex(({ share }) => (left -= share) < 0);
}

/** Recent times are more likely, those with photos still more; before the first message about the book. */
function pickTime({ isbn, photos }: DemoListing, random: () => number, now: Date): Date {
  const recent = random() ** (photos.length > 0 ? 3.4 : 2);
  const messages = demoConversations.find((conversation) => conversation.isbn === isbn)?.messages;
  const asked = (messages?.[0]?.minutesAgo ?? 0) * MINUTE_MS;
  const age = asked + NEWEST_MINUTES * MINUTE_MS + recent * OLDEST_DAYS * DAY_MS;
  const time = new Date(now.getTime() - age);
  const hour = time.getHours();
  const isNight = hour >= NIGHT_HOURS[0] && hour < NIGHT_HOURS[1];
  return isNight ? new Date(time.getTime() - (hour + 1 + 3 * random()) * HOUR_MS) : time;
}
