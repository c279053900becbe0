import type { Caller } from '#platform/server/http/mount-calls.ts';
import { networkOf } from '#platform/server/http/network-of.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { TokenBuckets } from '#platform/server/socket/token-bucket.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { supportCalls } from '../contract.ts';
import { supportAllowance } from '../rules.ts';
import { forgetSettled } from './forget-settled.ts';
import { countOpen, listMessages } from './list-messages.ts';
import { receiveMessage } from './receive-message.ts';
import { createSettleMessage } from './settle-message.ts';

/** Mounts the contact form's call, and those of the administrators who read what came. */
export async function mountSupport(
  context: ServerContext,
  { adminEmails }: { adminEmails: readonly string[] },
): Promise<void> {
  const { http, calls, database, clock, mail, jobs } = context;
  const networks = new TokenBuckets(supportAllowance.network);
  /** Whoever is signed in has an allowance of their own, which no flood of strangers uses up. */
  const holdBackNetwork = ({ address }: Caller) => {
    const wait = networks.take(networkOf(address), clock.now().getTime());
    if (wait > 0) throw commonProblem('too-many-requests', { retryAfter: wait });
  };
  const settle = createSettleMessage(context);
  calls.mount(http, supportCalls, {
    'POST /api/support': async ({ actor, body, caller }) => {
      if (actor === null) holdBackNetwork(caller);
      // Only a robot fills in what nobody sees. It is not told that it was noticed.
      if (!body.homepage) await receiveMessage({ ...context, adminEmails }, actor, body);
      return { received: true as const };
    },
    'GET /api/admin/support': ({ query }) => listMessages(database, query),
    'GET /api/admin/support/summary': async () => ({ open: await countOpen(database), mail: mail.kind }),
    'POST /api/admin/support/:id/answer': ({ actor, params, body }) =>
      settle.answer({ actorId: actor.id, id: params.id }, body.answer),
    'POST /api/admin/support/:id/close': ({ actor, params }) =>
      settle.close({ actorId: actor.id, id: params.id }),
    'POST /api/admin/support/:id/reopen': ({ actor, params }) =>
      settle.reopen({ actorId: actor.id, id: params.id }),
  });
  await jobs.schedule('support-forget-settled', '37 3 * * *', () => forgetSettled(context));
}
