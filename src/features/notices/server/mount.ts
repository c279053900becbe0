import type { ServerContext } from '#platform/server/server-context.ts';
import { noticeEndpoints } from '../contract.ts';
import { confirmNotice } from './confirm-notice.ts';
import { createNotice } from './create-notice.ts';
import { eraseNotifiers, eraseOrphanedWords } from './erase-notifiers.ts';

/** Mounts the endpoints of notices. `hostNames`: of this campus, besides that of its public URL. */
export async function mountNotices(
  context: ServerContext,
  { hostNames }: { hostNames: readonly string[] },
): Promise<void> {
  context.endpoints.mount(noticeEndpoints, {
    'POST /api/notices': ({ actor, caller, body }) =>
      createNotice({ ...context, hostNames }, { actor, caller }, body),
    'POST /api/notices/confirm': ({ body }) => confirmNotice(context, body.token),
  });
  await context.jobs.schedule('erase-notifiers', '11 4 * * *', () => eraseNotifiers(context));
  await context.jobs.schedule('erase-orphaned-words', '13 4 * * *', () => eraseOrphanedWords(context));
}
