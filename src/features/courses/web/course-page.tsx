import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { isMissing } from '#platform/shared/is-missing.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { AppShell, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import type { CourseDetails } from '../contract.ts';
import { courseUrl, isbnListingsUrl, listingsUrl } from '../rules.ts';
import { absentCourse, courseQuery } from './course-queries.ts';
import { CoursePageSkeleton } from './course-skeleton.tsx';
import { courseDocumentTitle, courseTitleText } from './course-texts.ts';
import { listedBookTitle } from './listed-book-title.ts';
import { ReadingList } from './reading-list.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import tileStyles from '#ui/display/tile.module.css';
import styles from './course-page.module.css';

/** Buttons of another feature, which remember books that are not listed. */
export type WantedSlots = {
  AddBook: ComponentType<{ isbn: string; title: string }>;
  AddMissing: ComponentType<{ books: readonly { isbn: string; title: string }[] }>;
};

type CoursePageProps = {
  /** The code as in the URL. */
  code: string;
  back: NonNullable<ComponentProps<typeof TitleHeader>['back']>;
  /** The button that keeps the course among those of the reader. */
  takeButton: ReactNode;
  wanted: WantedSlots;
  /** What a course editor changes of a book; undefined for others. */
  BookEditor: ComponentType<{ code: string; book: CourseDetails['books'][number] }> | undefined;
  TaggedListings: ComponentType<{ code: string }>;
  onShare: (title: string, url: string) => void;
  nav: ReactNode;
};

export function CoursePage({
  code,
  back,
  takeButton,
  wanted,
  BookEditor,
  TaggedListings,
  onShare,
  nav,
}: CoursePageProps) {
  const course = useQuery(courseQuery(useTransport(), code));
  const askAgain = useOfflineRetry(course);
  const missing = course.data === absentCourse || isMissing(course.error);
  useDocumentTitle(
    course.data ? courseDocumentTitle(course.data) : missing ? t('courses.page.not-found') : null,
  );
  const link = () => `${location.origin}${courseUrl(code)}`;
  return (
    <AppShell nav>
      <TitleHeader
        back={back}
        actions={
          course.data && (
            <IconButton
              icon="share"
              label={t('courses.page.share')}
              onClick={() => onShare(course.data!.code, link())}
            />
          )
        }
      />
      <PageStates
        query={course}
        onRetryOffline={askAgain}
        skeleton={<CoursePageSkeleton />}
        missing={missing ? <MissingCourse /> : null}
        errorTitle={t('courses.page.error')}
      >
        {course.data && (
          <CourseView course={course.data} {...{ takeButton, wanted, BookEditor, TaggedListings }} />
        )}
      </PageStates>
      {nav}
    </AppShell>
  );
}

const MissingCourse = () => (
  <EmptyState
    level={1}
    illustration="course-not-found"
    title={t('courses.page.not-found')}
    text={t('courses.page.not-found-text')}
    action={<LinkButton href="/">{t('courses.page.browse')}</LinkButton>}
  />
);

type CourseViewProps = { course: CourseDetails } & Pick<
  CoursePageProps,
  'takeButton' | 'wanted' | 'BookEditor' | 'TaggedListings'
>;

function CourseView({ course, takeButton, wanted, BookEditor, TaggedListings }: CourseViewProps) {
  return (
    <>
      <div className={cx(shared.row, styles.heading)}>
        <span className={tileStyles.tile} aria-hidden="true">
          <Icon name="cap" />
        </span>
        <div className={shared.grow}>
          <h1 dir="ltr">{course.code}</h1>
          <p className={shared.soft}>
            {course.title === null ? t('courses.list.none') : courseTitleText(course)}
          </p>
        </div>
      </div>
      {takeButton}
      {course.title === null ? (
        <Section title={t('courses.page.listings')}>
          <TaggedListings code={course.code} />
        </Section>
      ) : (
        <PresentBooks course={course} wanted={wanted} BookEditor={BookEditor} />
      )}
      <EarlierBooks {...course} />
    </>
  );
}

const BookCount = ({ count }: { count: number }) => (
  <span className={cx(shared.small, shared.soft)}>{t('courses.books.count', { count })}</span>
);

function PresentBooks({
  course,
  wanted,
  BookEditor,
}: Pick<CourseViewProps, 'course' | 'wanted' | 'BookEditor'>) {
  const missing = course.books
    .filter(({ availableCount }) => availableCount === 0)
    .map((book) => ({ isbn: book.isbn, title: listedBookTitle(book) }));
  return (
    <Section title={t('courses.list.title')} aside={<BookCount count={course.books.length} />}>
      {course.books.length === 0 ? (
        <EmptyState
          level={3}
          illustration="nothing-for-sale"
          title={t('courses.list.empty-title')}
          text={t('courses.list.empty-text')}
        />
      ) : (
        <ReadingList
          books={course.books}
          listingsHref={({ isbn }) => listingsUrl(course.code, isbn)}
          missingAction={(book) => <wanted.AddBook isbn={book.isbn} title={listedBookTitle(book)} />}
          editorOf={BookEditor && ((book) => <BookEditor code={course.code} book={book} />)}
        />
      )}
      {missing.length > 0 && <wanted.AddMissing books={missing} />}
    </Section>
  );
}

/** The books that a later list has left out, by term. A response that was stored earlier has none. */
function EarlierBooks({ earlierBooks = [] }: Partial<Pick<CourseDetails, 'earlierBooks'>>) {
  if (earlierBooks.length === 0) return null;
  return (
    <Section title={t('courses.list.earlier')} aside={<BookCount count={earlierBooks.length} />}>
      {[...Map.groupBy(earlierBooks, ({ term }) => term)].map(([term, books]) => (
        <div key={term} className={cx(shared.stack, shared.tight)}>
          {term !== null && <p className={shared.legend}>{term}</p>}
          <ReadingList books={books} listingsHref={({ isbn }) => isbnListingsUrl(isbn)} />
        </div>
      ))}
    </Section>
  );
}
