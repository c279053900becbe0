import type { ServerContext } from '#platform/server/server-context.ts';

export type WantedContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'jobs' | 'log' | 'mailer' | 'publicUrl' | 'secrets'
> & {
  /** Of the campus, as Intl knows it: 'America/New_York'. */
  timeZone: string;
};
