/** Gives tests the locale of the English product, in which they render. */
import { localeOfTests } from '#tests/support/test-market.ts';
import { provideEnglish } from '#platform/shared/texts/english.ts';
import { provideLocale } from '#platform/shared/texts/locale.ts';

const english = localeOfTests();
provideLocale(() => english);
provideEnglish(() => english);
