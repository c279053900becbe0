/** The part of a pino logger that the database needs. */
export type { ServerLog as DatabaseLog } from '#packages/embedded-postgresql/server-log.ts';
