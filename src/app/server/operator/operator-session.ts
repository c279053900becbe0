import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorConnection, OperatorContext } from './operator-context.ts';
import { findSession, SESSION_HOURS } from './operator-database.ts';

const NAME = 'bookswap-operator';

/** Browsers accept a `__Host-` cookie only from the host itself over https. */
const nameAt = (origin: string) => (origin.startsWith('https:') ? `__Host-${NAME}` : NAME);

export const setSessionCookie = (reply: FastifyReply, origin: string, secret: string) =>
  reply.header('set-cookie', cookie(origin, secret, SESSION_HOURS * 3_600));

export const clearSessionCookie = (reply: FastifyReply, origin: string) =>
  reply.header('set-cookie', cookie(origin, '', 0));

const cookie = (origin: string, value: string, seconds: number) =>
  `${nameAt(origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

/** Null also if there are two: one may be a stranger's. */
export function readSessionCookie({ headers }: FastifyRequest, origin: string): string | null {
  const start = `${nameAt(origin)}=`;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return values.length === 1 ? values[0]!.slice(start.length) : null;
}

/** The email of the operator, who must still be named. */
export async function findOperator(
  { request, connection }: { request: FastifyRequest; connection: OperatorConnection },
  { origin, clock, config }: Pick<OperatorContext, 'origin' | 'clock' | 'config'>,
): Promise<string | null> {
  const secret = readSessionCookie(request, origin);
  if (secret === null || secret === '') return null;
  const email = await findSession(connection.control, secret, clock.now());
  return email !== null && config.operatorEmails.includes(email) ? email : null;
}
