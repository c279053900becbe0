import { type PlainTextId, textId } from '#platform/shared/texts/t.ts';
import type { DEFAULT_SUBJECT, formSubjects } from './rules.ts';

/** The names of the subjects by their codes, which are English. */
export const subjectTextIds: Record<(typeof formSubjects)[number] | typeof DEFAULT_SUBJECT, PlainTextId> = {
  Mathematics: textId('books.subject.mathematics'),
  Science: textId('books.subject.science'),
  History: textId('books.subject.history'),
  Literature: textId('books.subject.literature'),
  Psychology: textId('books.subject.psychology'),
  'Computer Science': textId('books.subject.computer-science'),
  Business: textId('books.subject.business'),
  Engineering: textId('books.subject.engineering'),
  Fiction: textId('books.subject.fiction'),
  'Non-Fiction': textId('books.subject.non-fiction'),
  Horror: textId('books.subject.horror'),
  Romance: textId('books.subject.romance'),
  Comedy: textId('books.subject.comedy'),
  General: textId('books.subject.general'),
};
