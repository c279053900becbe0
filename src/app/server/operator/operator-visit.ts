import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorConnection, OperatorContext } from './operator-context.ts';
import { findOperator } from './operator-session.ts';
import { pageHeaders } from './pages/layout.ts';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import { renderMessage, renderNoDirectory } from './pages/plain-pages.ts';

/** Any route of the page: its own access rule is the session, which each handler asks for. */
export const open = { config: { auth: 'public' as const } };

export type Visit = { request: FastifyRequest; reply: FastifyReply; connection: OperatorConnection };

export const sendPage = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).headers(pageHeaders).send(page);

/** After a change: loading the page again repeats nothing. */
export const redirectToStart = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').redirect('/operator', 303);

/** The widest network of an address, in IPv6 a /48: one customer of a provider may have 65,536 of the smallest. */
export const networkOf = ({ ip }: FastifyRequest): string => toQueueGroups(ip)[0]!;

export const tooMany = (advice: string): string => renderMessage('Too many attempts', advice);

export const fieldsOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Runs the work if there is a directory. */
export const withDirectory =
  (context: OperatorContext, work: (visit: Visit) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const connection = await context.connection();
    if (connection === null) return sendPage(reply, renderNoDirectory(), 503);
    return work({ request, reply, connection });
  };

/** Runs the work for an operator who is signed in; others are led to the sign-in. */
export const withOperator = (
  context: OperatorContext,
  work: (visit: Visit & { operator: string }) => Promise<unknown>,
) =>
  withDirectory(context, async (visit) => {
    const operator = await findOperator(visit, context);
    return operator === null ? redirectToStart(visit.reply) : work({ ...visit, operator });
  });
