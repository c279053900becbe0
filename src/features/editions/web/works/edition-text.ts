import { t } from '#platform/shared/texts/t.ts';

/** '8th Edition' of a response in the reader's language; null if it names no number. */
export function editionText(edition: string | null): string | null {
  const number = Number.parseInt(edition ?? '', 10);
  return Number.isNaN(number) ? edition : t('editions.numbered', { number });
}
