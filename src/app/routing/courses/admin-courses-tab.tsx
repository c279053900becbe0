import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { AdminList, useDebouncedSearch } from '#features/administration/web/admin-list.tsx';
import { statsQuery } from '#features/administration/web/admin-queries.ts';
import { allCoursesQuery } from '#features/courses/web/admin/course-admin-queries.ts';
import { toCourseSearch } from '#features/courses/rules.ts';
import { CourseImport } from '#features/courses/web/admin/course-import.tsx';
import { CourseItem } from '#features/courses/web/admin/course-item.tsx';
import { ExportButton } from '#features/courses/web/admin/export-button.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';

/** The courses of the campus: import, export and list. */
export default function AdminCoursesTab() {
  const transport = useTransport();
  const search = useDebouncedSearch();
  const list = useInfiniteQuery(allCoursesQuery(transport, toCourseSearch(search.search)));
  const stats = useQuery(statsQuery(transport));
  const container = useRef<HTMLDivElement>(null);
  const count = stats.data?.courses;
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('courses.admin.title')}</h2>
      <CourseImport onImported={() => void stats.refetch()} />
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
