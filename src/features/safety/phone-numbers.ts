/** What tells a phone number from other numbers, by its groups of digits. */
export const MIN_PHONE_DIGITS = 7;
export const MAX_PHONE_DIGITS = 15;
/** A group this long tells it from a list of small numbers. */
export const MIN_LONGEST_GROUP = 3;

const isYear = (group: string) => /^(?:19|20)\d\d$/u.test(group);

/** Also years alone: '2019 2020'. */
export const isDate = (groups: readonly string[]): boolean =>
  groups.every(isYear) ||
  (groups.length === 3 && groups.some(isYear) && groups.every((group) => isYear(group) || group.length <= 2));
