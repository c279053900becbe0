import { formatTime, marketTimeOf } from './dates.ts';
import type { Locale } from './locale.ts';

/**
 * A time as an argument of a token. It has the type of the text that it becomes when the token is worded: with the
 * formats of its reader, in the time zone of the market.
 */
export const timeArgument = (time: Date): string => ({ time: time.toISOString() }) as unknown as string;

/** The arguments of a token with their times formatted. */
export const formatTimes = (
  args: Readonly<Record<string, unknown>>,
  locale: Locale,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      isTime(value) ? formatTime('moment', value.time, marketTimeOf(locale)) : value,
    ]),
  );

const isTime = (value: unknown): value is { time: string } =>
  typeof value === 'object' && value !== null && 'time' in value;
