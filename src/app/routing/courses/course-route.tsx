import { toCourseCode } from '#features/books/rules.ts';
import { BookFeed } from '#features/books/web/public.ts';
import { shareBook } from '#features/books/web/share-book.ts';
import { CoursePage } from '#features/courses/web/course-page.tsx';
import { TakeCourseButton } from '#features/courses/web/take-course-button.tsx';
import { AddMissingToWanted, AddToWanted } from '#features/wanted/web/add-to-wanted.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { AppNav } from '../../shell/app-bottom-nav.tsx';
import { favoriteButtonOf } from '../favorite-button-of.tsx';
import type { PageProps } from '../page-route.ts';

const TaggedListings = ({ code }: { code: string }) => (
  <BookFeed filters={{ course: toCourseCode(code) ?? code }} action={favoriteButtonOf} />
);

const wanted = { AddBook: AddToWanted, AddMissing: AddMissingToWanted };

/** A course, with the buttons of wanted books. */
export default function CourseRoute({ params }: PageProps) {
  const code = params['code']!;
  return (
    <CoursePage
      code={code}
      back={useBack('/')}
      takeButton={<TakeCourseButton code={code} />}
      wanted={wanted}
      TaggedListings={TaggedListings}
      onShare={(title, url) => void shareBook({ title }, url, 'Course')}
      nav={<AppNav />}
    />
  );
}
