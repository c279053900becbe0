import { AVAILABLE_BOOK_QUEUE, type AvailableBookJob } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { wantedEndpoints } from '../contract.ts';
import { listEntries } from './list-entries.ts';
import { matchAvailableBook } from './match-available-book.ts';
import { addEntry, changeEntry, deleteEntry, deleteOldEntries } from './save-entry.ts';

/** Mounts the endpoints of wanted entries, and the jobs that compare listings with them. */
export async function mountWanted(context: ServerContext): Promise<void> {
  const { endpoints, database, clock, jobs } = context;
  await jobs.handle<AvailableBookJob>(AVAILABLE_BOOK_QUEUE, (job) => matchAvailableBook(context, job));
  await jobs.schedule('delete-old-wanted-entries', '*/10 * * * *', () => deleteOldEntries(context));
  endpoints.mount(wantedEndpoints, {
    'GET /api/wanted': ({ actor }) => listEntries(database, actor.id, clock.now()),
    'POST /api/wanted': ({ actor, body }) => addEntry(context, actor.id, body),
    'PATCH /api/wanted/:id': ({ actor, params, body }) => changeEntry(context, actor.id, params.id, body),
    'DELETE /api/wanted/:id': ({ actor, params }) => deleteEntry(context, actor.id, params.id),
  });
}
