import { type PlainTextId, textId } from '#platform/shared/texts/t.ts';
import type { DEFAULT_SUBJECT, formSubjects } from './rules.ts';

/** Not in the form, but of sample books. */
type SampleSubject = 'Biology' | 'Chemistry' | 'Economics';

type Subject = (typeof formSubjects)[number] | typeof DEFAULT_SUBJECT | SampleSubject;

/** The names of the subjects by their codes, which are English. */
export const subjectTextIds: Record<Subject, PlainTextId> = {
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
  Biology: textId('books.subject.biology'),
  Chemistry: textId('books.subject.chemistry'),
  Economics: textId('books.subject.economics'),
  General: textId('books.subject.general'),
};
