import type { Book } from '#features/books/contract.ts';
import { type BookPrices } from '#features/books/server/public.ts';
import { handleAvailableBooks } from '#features/books/server/availability/public.ts';
import type { Live } from '#features/live/server/public.ts';
import { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { wantedEndpoints } from '../contract.ts';
import type { Availability } from './availability/find-availability.ts';
import { countStudentsForBook, countStudentsForIsbn } from './count-students.ts';
import { mountCarryOver } from './delivery/carry-over.ts';
import { deleteOldAlerts } from './delivery/delete-old-alerts.ts';
import { getEntry, listEntries } from './list-entries.ts';
import { countUnseenAlerts, markAlertsSeen } from './count-unseen-alerts.ts';
import { matchAvailableBook } from './matching/match-available-book.ts';
import { addEntry, changeEntry, deleteEntry, deleteOldEntries } from './save-entry.ts';
import { forwardWantedEvents } from './wanted-events.ts';

type WantedOptions = {
  live: Live;
  /** The time zone of the campus, whose morning is the time of the digests. */
  timeZone: string;
  prices: BookPrices;
};

/** Mounts the endpoints of wanted entries, and the jobs that compare listings with them and tell users. */
export async function mountWanted(
  context: ServerContext,
  { live, timeZone, prices }: WantedOptions,
): Promise<void> {
  const { endpoints, database, clock, jobs } = context;
  const services = { ...context, timeZone };
  const cacheOptions = { clock, lifetimeMs: MINUTE_MS, users: 2_000 };
  const availability = new PersonalCache<Availability>(cacheOptions);
  const ratings = new PersonalCache<Book['priceRating']>(cacheOptions);
  const lists = { database, clock, availability, ratings, prices };
  await handleAvailableBooks(jobs, (job) => matchAvailableBook(services, job));
  await mountCarryOver(context);
  await jobs.schedule('delete-old-wanted-entries', '*/10 * * * *', () => deleteOldEntries(context));
  await jobs.schedule('delete-old-wanted-alerts', '41 3 * * *', () => deleteOldAlerts(context));
  forwardWantedEvents(live);
  endpoints.mount(wantedEndpoints, {
    'GET /api/wanted': ({ actor }) => listEntries(lists, actor.id),
    'POST /api/wanted': async ({ actor, body }) =>
      getEntry(lists, actor.id, await addEntry(context, actor.id, body)),
    'PATCH /api/wanted/:id': async ({ actor, params, body }) => {
      await changeEntry(context, actor.id, params.id, body);
      return getEntry(lists, actor.id, params.id);
    },
    'DELETE /api/wanted/:id': ({ actor, params }) => deleteEntry(context, actor.id, params.id),
    'GET /api/wanted/unseen': ({ actor }) => countUnseenAlerts(database, actor.id, clock.now()),
    'POST /api/wanted/seen': ({ actor, body }) => markAlertsSeen(context, actor.id, new Date(body.upTo)),
    'GET /api/wanted/students': ({ actor, query }) => countStudentsForIsbn(context, actor.id, query),
    'GET /api/wanted/students/:bookId': ({ actor, params }) =>
      countStudentsForBook(database, actor.id, params.bookId),
  });
}
