import type { Caller } from '#platform/server/http/endpoint-registry.ts';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { KeyedTokenBuckets } from '#platform/server/socket/token-bucket.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { supportEndpoints } from '../contract.ts';
import { supportRateLimit } from '../rules.ts';
import { deleteOldSupportMessages } from './delete-old-support-messages.ts';
import { countOpenSupportMessages, listSupportMessages } from './list-support-messages.ts';
import { createSupportMessage } from './create-support-message.ts';
import { createSupportMessageActions } from './handle-support-message.ts';

/** Mounts the contact form's call, and those of the administrators who read what came. */
export async function mountSupport(
  context: ServerContext,
  { adminEmails }: { adminEmails: readonly string[] },
): Promise<void> {
  const { http, calls, database, clock, mail, jobs } = context;
  const networks = new KeyedTokenBuckets(supportRateLimit.network);
  /** Whoever is signed in has an allowance of their own, which no flood of strangers uses up. */
  const holdBackNetwork = ({ ip }: Caller) => {
    const wait = networks.take(toIpNetwork(ip), clock.now().getTime());
    if (wait > 0) throw commonProblem('too-many-requests', { retryAfter: wait });
  };
  const settle = createSupportMessageActions(context);
  calls.mount(http, supportEndpoints, {
    'POST /api/support': async ({ actor, body, caller }) => {
      if (actor === null) holdBackNetwork(caller);
      // Only a robot fills in what nobody sees. It is not told that it was noticed.
      if (!body.homepage) await createSupportMessage({ ...context, adminEmails }, actor, body);
      return { received: true as const };
    },
    'GET /api/admin/support': ({ query }) => listSupportMessages(database, query),
    'GET /api/admin/support/summary': async () => ({
      open: await countOpenSupportMessages(database),
      mail: mail.kind,
    }),
    'POST /api/admin/support/:id/answer': ({ actor, params, body }) =>
      settle.answer({ actorId: actor.id, id: params.id }, body.answer),
    'POST /api/admin/support/:id/close': ({ actor, params }) =>
      settle.close({ actorId: actor.id, id: params.id }),
    'POST /api/admin/support/:id/reopen': ({ actor, params }) =>
      settle.reopen({ actorId: actor.id, id: params.id }),
  });
  await jobs.schedule('support-forget-settled', '37 3 * * *', () => deleteOldSupportMessages(context));
}
