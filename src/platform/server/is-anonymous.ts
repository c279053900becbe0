import type { IncomingHttpHeaders } from 'node:http';

/** The sender cannot have written anything: a user's requests have a token, or the session's cookie. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization === undefined && cookie === undefined;
