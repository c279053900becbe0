import type { FastifyRequest } from 'fastify';

const MAX_USER_AGENT_LENGTH = 500;

/** What Better Auth reads of a request: its cookies, and the user agent for the label of a session. */
export const toAuthHeaders = ({ headers }: FastifyRequest): Headers =>
  new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    'user-agent': (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  });
