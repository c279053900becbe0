import type { ServerContext } from '#platform/server/server-context.ts';

export type WantedContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'jobs' | 'log' | 'mailer' | 'publicUrl' | 'secrets' | 'localeOf'
> & {
  /** The campus's IANA time zone: 'America/New_York'. */
  timeZone: string;
};
