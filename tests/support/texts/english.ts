/** Gives tests the locale of the English product, in which they render. */
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { provideEnglish } from '#platform/shared/texts/english.ts';
import { provideLocale } from '#platform/shared/texts/locale.ts';

const english = createLocaleOf({ timeZone: 'UTC', languages: ['en'] })('en');
provideLocale(() => english);
provideEnglish(() => english);
