import type { FastifyReply, FastifyRequest } from 'fastify';
import { profileChanged, userDeleted } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { coursesChanged } from '#features/courses/server/public.ts';
import { worksChanged } from '#features/editions/server/public.ts';
import { reviewsChanged } from '#features/reviews/server/public.ts';
import { busResumed, type Topic } from '#platform/server/events/event-bus.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

/** Feeds of 50 entries have 30 kilobytes, a part of the sitemap one and a half megabytes. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_ENTRIES = 300;

export type Document = {
  text: string;
  /** When a listing in it leaves the lists, without anybody's doing; null if none does. */
  endsAt: Date | null;
};

/**
 * Documents for programs that ask again and again. They are kept until something that they show changes: until then
 * the database has no work, however often they are fetched.
 */
export class DiscoveryCache {
  readonly #responses: ResponseCache;
  readonly #clock: ServerContext['clock'];
  #endsAt: number | null = null;

  constructor({ clock, events, metrics, services }: ServerContext) {
    this.#clock = clock;
    this.#responses = new ResponseCache({
      budgets: [services.caches],
      clock,
      lifetimeMs: DAY_MS,
      entries: MAX_ENTRIES,
      maxBytes: MAX_BYTES,
    });
    metrics.cache('feeds-and-sitemap', this.#responses);
    const clear = () => this.#clear();
    for (const topic of [
      bookChanged,
      profileChanged,
      reviewsChanged,
      userDeleted,
      coursesChanged,
      worksChanged,
      busResumed,
    ])
      events.subscribe(topic as Topic<unknown>, clear);
  }

  /** Whether `respond` needs no database. */
  holds(key: string, request: FastifyRequest): boolean {
    if (this.#endsAt !== null && this.#clock.now().getTime() >= this.#endsAt) this.#clear();
    return this.#responses.holds(key, request);
  }

  /** After `holds`. `type` is the media type. */
  respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, type }: { key: string; type: string },
    make: () => Promise<Document>,
  ): Promise<FastifyReply> {
    return this.#responses.respond(request, reply, key, async () => {
      const { text, endsAt } = await make();
      if (endsAt !== null) this.#endsAt = Math.min(this.#endsAt ?? Infinity, endsAt.getTime());
      void reply.type(`${type}; charset=utf-8`);
      return text;
    });
  }

  #clear(): void {
    this.#endsAt = null;
    this.#responses.clear();
  }
}
