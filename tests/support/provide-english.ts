import { provideLocale } from '#platform/shared/texts/locale.ts';
import { localeOfTests } from './test-market.ts';

provideLocale(() => localeOfTests());
