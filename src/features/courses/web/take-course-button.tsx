import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { courseUrl } from '../rules.ts';
import { myCoursesQuery, useTakeCourse } from './use-taken-courses.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** Keeps the course among those of the user, whose books the Wanted tab adds up. */
export function TakeCourseButton({ code }: { code: string }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const isSignedIn = session.status === 'signed-in';
  const mine = useQuery({ ...myCoursesQuery(useTransport()), enabled: isSignedIn });
  const change = useTakeCourse();
  const isTaken =
    mine.data?.courses.some((course) => toCourseCode(course.code) === toCourseCode(code)) ?? false;
  const press = () => {
    if (isSignedIn) {
      change.mutate({ code, taken: !isTaken });
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'route', path: courseUrl(code) });
      navigate('/sign-in');
    }
  };
  return (
    <div className={cx(shared.row, shared.wrap)}>
      <Button
        variant="quiet"
        icon={isTaken ? 'check' : 'plus'}
        busy={change.isPending}
        disabled={isSignedIn && mine.isPending}
        onClick={press}
      >
        {t(isTaken ? 'courses.take.taken' : 'courses.take.add')}
      </Button>
      {isTaken && <Link href="/favorites?tab=wanted">{t('courses.take.total')}</Link>}
    </div>
  );
}
