import { profileChanged, userDeleted } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { reviewsChanged } from '#features/reviews/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { toCacheKey } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { profileEndpoints } from '../contract.ts';
import { measureReplies } from './measure-replies.ts';
import { getProfile, type ReadRating } from './get-profile.ts';

type ProfilesOptions = { readRating: ReadRating };

/** Mounts the public profiles of users, and the job that measures how soon they reply. */
export async function mountProfiles(context: ServerContext, { readRating }: ProfilesOptions): Promise<void> {
  const { endpoints, database, clock, jobs } = context;
  await jobs.schedule('measure-replies', '53 * * * *', () => measureReplies(database, clock.now()));
  endpoints.mount(
    profileEndpoints,
    { 'GET /api/users/:id': ({ params }) => getProfile(database, readRating, params.id, clock.now()) },
    { cache: { 'GET /api/users/:id': createProfileCache(context) } },
  );
}

/** A sale changes its listing. What ends by time is seen after the lifetime of a response. */
function createProfileCache({ clock, events, metrics, services }: ServerContext): ResponseCache {
  const profiles = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: cacheLifetimeMs(events),
    entries: 500,
    byUrl: true,
    stale: { mark: (json: string) => json },
  });
  metrics.cache('profiles', profiles);
  const deleteProfile = (id: string) => profiles.delete(toCacheKey('GET /api/users/:id', { id }));
  events.subscribe(profileChanged, ({ userId }) => deleteProfile(userId));
  events.subscribe(reviewsChanged, ({ userId }) => deleteProfile(userId));
  events.subscribe(userDeleted, ({ userId }) => deleteProfile(userId));
  events.subscribe(bookChanged, ({ sellerId }) => deleteProfile(sellerId));
  events.subscribe(busResumed, () => profiles.clear());
  return profiles;
}
