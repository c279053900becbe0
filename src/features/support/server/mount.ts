import { and, eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type Imprint, supportEndpoints } from '../contract.ts';
import { supportRateLimit } from '../rules.ts';
import { createSupportMessage } from './create-support-message.ts';
import { createSupportMessageActions, deleteOldSupportMessages } from './handle-support-message.ts';
import { countOpenSupportMessages, listSupportMessages } from './list-support-messages.ts';

/** Mounts the endpoint of the contact form, and those of the administrators. */
export async function mountSupport(
  context: ServerContext,
  { adminEmails, imprint }: { adminEmails: readonly string[]; imprint: Imprint },
): Promise<void> {
  const { endpoints, database, limits, mailer, jobs } = context;
  const settle = createSupportMessageActions(context);
  endpoints.mount(supportEndpoints, {
    'GET /api/imprint': () => imprint,
    'POST /api/support': async ({ actor, body, caller }) => {
      // Users have separate limits, which a flood of visitors does not use up.
      if (actor === null) await limits.consumeForIp(supportRateLimit.network, caller.ip);
      else if (!(await isVerified(database, actor.id)))
        await limits.consumeForIp(supportRateLimit.unverified, caller.ip);
      // Only bots fill in the hidden field. They get the normal response.
      if (body.homepage) return { received: true as const };
      const sender = { actor, language: caller.language };
      await createSupportMessage({ ...context, adminEmails }, sender, body);
      return { received: true as const };
    },
    'GET /api/admin/support': ({ query }) => listSupportMessages(database, query),
    'GET /api/admin/support/summary': async () => ({
      open: await countOpenSupportMessages(database),
      mail: mailer.kind,
    }),
    'POST /api/admin/support/:id/answer': ({ actor, params, body }) =>
      settle.answer({ actorId: actor.id, id: params.id }, body.answer),
    'POST /api/admin/support/:id/close': ({ actor, params }) =>
      settle.close({ actorId: actor.id, id: params.id }),
    'POST /api/admin/support/:id/reopen': ({ actor, params }) =>
      settle.reopen({ actorId: actor.id, id: params.id }),
  });
  await jobs.schedule('delete-old-support-messages', '37 3 * * *', () => deleteOldSupportMessages(context));
}

const isVerified = async ({ orm }: Database, userId: string): Promise<boolean> =>
  (await orm.$count(users, and(eq(users.id, userId), eq(users.emailVerified, true)))) > 0;
