import { formatAmounts } from './amount-argument.ts';
import { formatMessage } from './format-message.ts';
import { currentLocale } from './locale.ts';
import type { TextToken } from './t.ts';

/** A token in the language of its reader. Not in `t.ts`: few pages need it. */
export const word = ({ id, args }: TextToken, locale = currentLocale()): string =>
  formatMessage<never>(locale, id, args && formatAmounts(args, locale)) as string;
