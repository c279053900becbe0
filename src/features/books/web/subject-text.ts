import { t } from '#platform/shared/texts/t.ts';
import { subjectTextIds } from '../subject-text-ids.ts';

/** The name of a subject, whose code is English. One that a program has written stays as it is. */
export const subjectText = (subject: string): string =>
  Object.hasOwn(subjectTextIds, subject)
    ? t(subjectTextIds[subject as keyof typeof subjectTextIds])
    : subject;
