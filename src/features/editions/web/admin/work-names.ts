import { t } from '#platform/shared/texts/t.ts';
import type { ListedWork } from '../../contract.ts';
import { editionText } from '../works/edition-text.ts';

export type ListedEdition = ListedWork['editions'][number];

/** A work is known by any of its ISBNs. */
export const keyOf = ({ editions }: ListedWork): string => editions[0]!.isbn;

export const titleOf = ({ title }: ListedWork): string => title ?? t('editions.admin.unnamed');

export const editionOf = ({ edition, publishedYear }: ListedEdition): string => {
  const name = editionText(edition) ?? t('editions.admin.unknown');
  return publishedYear === null
    ? name
    : t('editions.admin.year', { edition: name, year: `${publishedYear}` });
};

export const namedEditionOf = (work: ListedWork, edition: ListedEdition): string =>
  t('editions.admin.named', { title: edition.title ?? titleOf(work), edition: editionOf(edition) });

export const joinedByText = ({ joinedBy, author }: ListedWork): string => {
  const args = { author: author ?? '–' };
  if (joinedBy === 'person') return t('editions.admin.by-person', args);
  return joinedBy === 'library' ? t('editions.admin.by-library', args) : t('editions.admin.by-title', args);
};
