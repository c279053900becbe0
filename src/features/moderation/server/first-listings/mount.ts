import type { BookWorks, FirstListingHook } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { askAboutNext, selectNextUnasked, selectUnasked } from './ask-about-next.ts';
import { selectNextWaiting, selectWaiting, showAllWaiting } from './show-all-waiting.ts';

/** The job of listings that wait for a review. `ask`: null in a market that asks for no approval, which shows them. */
export const mountFirstListings = (
  context: ServerContext & { works: BookWorks },
  ask: FirstListingHook | null,
): Promise<void> =>
  ask === null
    ? context.jobs.schedule('show-waiting-listings', '* * * * *', () => showAllWaiting(context), {
        due: selectWaiting,
        nextDue: selectNextWaiting,
      })
    : context.jobs.schedule('ask-about-first-listings', '* * * * *', () => askAboutNext(context, ask), {
        due: selectUnasked,
        nextDue: selectNextUnasked,
      });
