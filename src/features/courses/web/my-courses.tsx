import { useQuery } from '@tanstack/react-query';
import { toCourseCode } from '#features/books/rules.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { MyCourses as MyCoursesData } from '../contract.ts';
import { courseListingsUrl, courseUrl, listingsUrl, MAX_TAKEN_COURSES } from '../rules.ts';
import { CourseField } from './course-field.tsx';
import type { WantedSlots } from './course-page.tsx';
import { ReadingListSkeleton } from './course-skeleton.tsx';
import { bundleQuestion, courseTitleText, totalPriceText } from './course-texts.ts';
import { listedBookTitle } from './listed-book-title.ts';
import { ReadingList } from './reading-list.tsx';
import { myCoursesQuery, usePendingCodes, useTakeCourse } from './use-taken-courses.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

type Bundle = MyCoursesData['sellers'][number];

type MyCoursesProps = {
  wanted: WantedSlots;
  /** Opens the conversation about a book, with a text to send. */
  onAsk: (about: { sellerId: string; bookId: string; text: string }) => void;
};

/** The courses that the user takes, with all their books and who has several of them. */
export function MyCourses({ wanted, onAsk }: MyCoursesProps) {
  const mine = useQuery(myCoursesQuery(useTransport()));
  const askAgain = useOfflineRetry(mine);
  const { data } = mine;
  if (askAgain !== null) return <OfflineState level={2} onRetry={askAgain} />;
  if (mine.isError && data === undefined) {
    return (
      <ErrorState
        title={t('courses.mine.error')}
        retrying={mine.isFetching}
        onRetry={() => void mine.refetch()}
      />
    );
  }
  const total = data && data.availableBooks > 0 && (
    <b className={shared.small}>{totalPriceText(data.availableBooks, data.totalPrice)}</b>
  );
  return (
    <Section title={t('courses.mine.title')} aside={total}>
      {data === undefined ? (
        <>
          <p className={shared.visuallyHidden} role="status">
            {t('courses.mine.loading')}
          </p>
          <ReadingListSkeleton />
        </>
      ) : (
        <CourseLists data={data} wanted={wanted} onAsk={onAsk} />
      )}
    </Section>
  );
}

function CourseLists({ data, wanted, onAsk }: MyCoursesProps & { data: MyCoursesData }) {
  const missing = findMissing(data);
  return (
    <>
      <TakenCourses codes={data.courses.map(({ code }) => code)} />
      {data.sellers.length > 0 && (
        <>
          <h3 className={shared.legend}>{t('courses.mine.sellers')}</h3>
          <List>
            {data.sellers.map((bundle) => (
              <BundleRow key={bundle.seller.id} bundle={bundle} onAsk={onAsk} />
            ))}
          </List>
        </>
      )}
      {data.courses.map((course) => (
        <section key={course.code} className={cx(shared.stack, shared.tight)} aria-label={course.code}>
          <h3>
            <Link dir="ltr" href={courseUrl(course.code)}>
              {course.code}
            </Link>{' '}
            <span className={cx(shared.small, shared.soft)}>
              {course.title === null ? t('courses.list.none') : courseTitleText(course)}
            </span>
          </h3>
          {course.title === null && (
            <Link href={courseListingsUrl(course.code)}>
              {t('courses.mine.listings')}
              <Icon name="chevron-right" />
            </Link>
          )}
          {course.books.length > 0 && (
            <ReadingList
              books={course.books}
              listingsHref={({ isbn }) => listingsUrl(course.code, isbn)}
              missingAction={(book) => <wanted.AddBook isbn={book.isbn} title={listedBookTitle(book)} />}
            />
          )}
        </section>
      ))}
      {missing.length > 0 && <wanted.AddMissing books={missing} />}
    </>
  );
}

/** The books of which nothing is listed, each once. */
function findMissing({ courses }: MyCoursesData) {
  const missing = new Map<string, { isbn: string; title: string }>();
  for (const book of courses.flatMap(({ books }) => books)) {
    if (book.availableCount === 0) missing.set(book.isbn, { isbn: book.isbn, title: listedBookTitle(book) });
  }
  return [...missing.values()];
}

/** Adds and removes courses. */
function TakenCourses({ codes: saved }: { codes: readonly string[] }) {
  const codes = usePendingCodes(saved);
  const change = useTakeCourse();
  return (
    <CourseField
      id="my-courses"
      label={t('courses.mine.label')}
      help={t('courses.mine.help')}
      value={codes}
      pending={codes.filter((code) => !saved.includes(code))}
      max={MAX_TAKEN_COURSES}
      onChange={(next) => {
        const remaining = new Set(next.map(toCourseCode));
        const known = new Set(codes.map(toCourseCode));
        for (const code of codes)
          if (!remaining.has(toCourseCode(code))) change.mutate({ code, taken: false });
        for (const code of next) if (!known.has(toCourseCode(code))) change.mutate({ code, taken: true });
      }}
    />
  );
}

function BundleRow({ bundle: { seller, books }, onAsk }: { bundle: Bundle } & Pick<MyCoursesProps, 'onAsk'>) {
  const sum = books.reduce((total, { price }) => total + price, 0);
  const [first, ...others] = books;
  const text = bundleQuestion(others.map(({ title }) => title));
  return (
    <div className={cx(shared.row, listStyles.item, listStyles.panelRow, shared.wrap)}>
      <Avatar id={seller.id} name={seller.name} photo={seller.profileImage} />
      <span className={shared.grow}>
        <b dir="auto" className={cx(shared.truncate, shared.block)}>
          {seller.name}
        </b>
        <span className={cx(shared.small, shared.soft)}>
          {t('courses.bundle.books', { count: books.length, price: formatMoney(sum) })}
        </span>
      </span>
      <Button
        variant="quiet"
        size="slim"
        onClick={() => onAsk({ sellerId: seller.id, bookId: first!.bookId, text })}
      >
        {t('courses.ask.action', { count: books.length })}
      </Button>
    </div>
  );
}
