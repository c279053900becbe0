/** Invisible, and neither a space nor part of an address: a word joiner. */
const JOINER = '\u2060';

/** What holds web and email addresses together, in all characters that browsers read as such. */
const ADDRESS_SIGNS = /(?<=\S)[.:/\\@\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)/gu;

/** Seven digits of any script or more, with what people write between them. */
const PHONE_NUMBERS = /\p{Nd}(?:[\s().+/-]{0,3}\p{Nd}){6,}/gu;

/** Email programs turn addresses and phone numbers into links, and ours would vouch for a stranger's page. */
export const defuseLinks = (text: string): string =>
  text
    .replace(PHONE_NUMBERS, (number) => number.replace(/\p{Nd}(?=.)/gsu, `$&${JOINER}`))
    .replace(ADDRESS_SIGNS, `${JOINER}$&${JOINER}`);
