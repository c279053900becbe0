import { useQuery } from '@tanstack/react-query';
import { toIsbn13 } from '#features/books/isbn.ts';
import { toCourseCodes } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { studentsQuery } from './wanted-queries.ts';
import alertsStyles from '#ui/states/alerts.module.css';

type WantedDemandProps = {
  isbn: string;
  courses: readonly string[];
  /** The listing waits for review: they are told once it is shown. */
  isWaiting?: boolean;
};

/** '3 students want this book.', for the seller while they list it. Empty if nobody does. */
export function WantedDemand({ isbn, courses, isWaiting = false }: WantedDemandProps) {
  const { data: students = 0 } = useQuery(
    studentsQuery(useTransport(), toIsbn13(isbn), toCourseCodes(courses)),
  );
  return (
    students > 0 && (
      <p className={alertsStyles.note} data-tone={isWaiting ? undefined : 'positive'} role="status">
        <Icon name="users" size="s" />
        <span>
          {isWaiting
            ? t('wanted.demand.waiting', { count: students })
            : t('wanted.demand.students', { count: students })}
        </span>
      </p>
    )
  );
}
