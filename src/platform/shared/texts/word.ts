import { formatAmounts } from './amount-argument.ts';
import { formatMessage } from './format-message.ts';
import { formatTimes } from './time-argument.ts';
import { currentLocale } from './locale.ts';
import type { TextToken } from './t.ts';

/** A token in the language of its reader. Not in `t.ts`: few pages need it. */
export const word = ({ id, args }: TextToken, locale = currentLocale()): string =>
  formatMessage<never>(locale, id, args && formatTimes(formatAmounts(args, locale), locale)) as string;
