import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, useRef } from 'react';
import { useSearch } from 'wouter';
import { useSession } from '#features/accounts/web/public.ts';
import { AdminList, useDebouncedSearch } from '#features/administration/web/admin-list.tsx';
import { statsQuery } from '#features/administration/web/admin-queries.ts';
import { allCoursesQuery } from '#features/courses/web/admin/course-admin-queries.ts';
import { toCourseSearch } from '#features/courses/rules.ts';
import { CourseImport } from '#features/courses/web/admin/course-import.tsx';
import { CourseItem } from '#features/courses/web/admin/course-item.tsx';
import { ExportButton } from '#features/courses/web/admin/export-button.tsx';
import { WorksAdmin } from '#features/editions/web/admin/works-admin.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { LinkItem, List } from '#ui/layout/list.tsx';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';

const CoverageView = lazy(() => import('#features/coverage/web/coverage-view.tsx'));

const COURSES_HREF = '/admin?tab=courses';

/** The courses of the campus, how many of their books have a copy, or the editions of their books. */
export default function AdminCoursesTab() {
  const view = new URLSearchParams(useSearch()).get('view');
  if (view === 'coverage') return <CoverageView backHref={COURSES_HREF} />;
  return view === 'editions' ? <EditionsView /> : <CoursesView />;
}

const EditionsView = () => (
  <>
    <div>
      <LinkButton variant="text" size="slim" icon="back" href={COURSES_HREF}>
        {t('editions.admin.back')}
      </LinkButton>
    </div>
    <h2>{t('editions.admin.title')}</h2>
    <WorksAdmin />
  </>
);

/** Import, export and list. */
function CoursesView() {
  const transport = useTransport();
  const search = useDebouncedSearch();
  const list = useInfiniteQuery(allCoursesQuery(transport, toCourseSearch(search.search)));
  const session = useSession();
  // Course editors do not read the counters.
  const isAdmin = session.status === 'signed-in' && session.user.isAdmin;
  const stats = useQuery({ ...statsQuery(transport), enabled: isAdmin });
  const container = useRef<HTMLDivElement>(null);
  const count = stats.data?.courses;
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('courses.admin.title')}</h2>
      <List>
        <LinkItem icon="books" href={`${COURSES_HREF}&view=editions`}>
          {t('editions.admin.title')}
        </LinkItem>
        <LinkItem icon="trend" href={`${COURSES_HREF}&view=coverage`}>
          {t('coverage.page.title')}
        </LinkItem>
      </List>
      <CourseImport onImported={() => void (isAdmin && stats.refetch())} />
      <section className={appShellStyles.section}>
        <div className={cx(shared.row, shared.between)}>
          <h3 className={shared.size20}>
            {count === undefined ? t('courses.admin.title') : t('courses.admin.count', { count })}
          </h3>
          <ExportButton />
        </div>
        <AdminList
          things="courses"
          searchLabel={t('courses.admin.search')}
          {...{ search, list, container }}
          items={list.data?.pages.flatMap((page) => page.items)}
        >
          {(course) => <CourseItem key={course.code} course={course} />}
        </AdminList>
      </section>
    </>
  );
}
