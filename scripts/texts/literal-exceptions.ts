import { conditions, DEFAULT_SUBJECT, formSubjects } from '../../src/features/books/rules.ts';
import { DEFAULT_USER_NAME } from '../../src/features/accounts/default-user-name.ts';
import { UNKNOWN_DEVICE } from '../../src/features/accounts/device-name.ts';
import { FORMER_STUDENT, reviewTags } from '../../src/features/reviews/rules.ts';

/**
 * What looks like a text in the code and is none. These are all the exceptions: a new one is a line here, with its
 * reason above.
 */

/** Words that are stored or sent as codes. Pages show them by `t`. */
const CODES = new Set<string>([
  ...conditions,
  ...formSubjects,
  DEFAULT_SUBJECT,
  ...reviewTags,
  DEFAULT_USER_NAME,
  FORMER_STUDENT,
  UNKNOWN_DEVICE,
  // All subjects, and all categories of the questions on Help; one of these categories.
  'All',
  'Getting Started',
  // The state of a listing.
  'Active',
  'Expired',
  'Sold',
  // The name of an interface of browsers.
  'Notification',
  // What a shared link leads to.
  'Book',
  'Course',
  'Profile',
]);

const FORMS: readonly RegExp[] = [
  // Ids, markup, the name of the product.
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
  /^<|\/>|^&\w+;$/,
  /^Book ?Swap$/,
  // SQL, and lists of its columns.
  /\b(SELECT|FROM|WHERE|VALUES|EXISTS|JOIN|NULL|AND|OR|SET|LIKE|DESC|UNION|CASE|collate)\b| IN \(/,
  /^[a-z_.]+(, [a-z_.]+)+$/,
  // Lists of currencies and of hosts.
  /^[A-Z]{3}( [A-Z]{3})+$/,
  /^[a-z.]+( [a-z]+\.[a-z]+)+$/,
  // Scripts, selectors, styles, fonts and headers.
  /^try\{|^\{let /,
  /^article button, /,
  /\bauto\b.*%/,
  /\bsans-serif$|\bserif$/,
  /^public, max-age=/,
];

const FILES: readonly RegExp[] = [
  // Words of titles that people write, in patterns.
  /^src\/features\/editions\/server\/recognition\//,
  // Names of books and people: samples for administrators, advertisements and previews.
  /^src\/features\/administration\/rules\.ts$/,
  /^src\/features\/ads\/web\/interstitial\.tsx$/,
  // Types of schema.org.
  /^src\/features\/(books\/web\/book|courses\/web\/course)-head\.ts$/,
  // Names of browsers, systems and card brands.
  /\/(describe-device|payment-texts)\.ts$/,
  // What the covers in the image of Home show.
  /^src\/ui\/cover\/sample-covers\.ts$/,
  // Editions as titles name them: a title stays in its language.
  /^src\/features\/editions\/rules\.ts$/,
  // Descriptions in the API, which is English.
  /\/(filter-query|setting-definitions|mount-public-routes)\.ts$/,
  // Reasons and errors of the socket's protocol, for developers: pages read the code.
  /^src\/features\/live\/server\/|\/socket-pace\.ts$/,
  // Commands and logs for operators.
  /\/(describe-notifications|record-payment-state)\.ts$/,
  // The page of operators, which is English.
  /^src\/app\/server\/operator\//,
  // An error between the provider and the server: pages word its code.
  /\/passkey-auth\.ts$/,
];

export const isException = (path: string, text: string): boolean =>
  CODES.has(text) || FORMS.some((form) => form.test(text)) || FILES.some((file) => file.test(path));
