import { useQuery } from '@tanstack/react-query';
import { toIsbn13 } from '#features/books/isbn.ts';
import { toCourseCodes } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { studentsQuery } from './wanted-queries.ts';
import alertsStyles from '#ui/states/alerts.module.css';

/** '3 students want this book.', for the seller while they list it. Empty if nobody does. */
export function WantedDemand({ isbn, courses }: { isbn: string; courses: readonly string[] }) {
  const { data: students = 0 } = useQuery(
    studentsQuery(useTransport(), toIsbn13(isbn), toCourseCodes(courses)),
  );
  return (
    students > 0 && (
      <p className={alertsStyles.note} data-tone="positive" role="status">
        <Icon name="users" size="s" />
        <span>{t('wanted.demand.students', { count: students })}</span>
      </p>
    )
  );
}
