import { type ComponentProps, lazy, Suspense } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { BookFeed } from '#features/books/web/public.ts';
import { shareBook } from '#features/books/web/share-book.ts';
import { CoursePage } from '#features/courses/web/course-page.tsx';
import { TakeCourseButton } from '#features/courses/web/take-course-button.tsx';
import { AddMissingToWanted, AddToWanted } from '#features/wanted/web/add-to-wanted.tsx';
import { hasRole } from '#platform/shared/team/staff-roles.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { AppNav } from '../../shell/app-bottom-nav.tsx';
import { favoriteButtonOf } from '../favorite-button-of.tsx';
import type { PageProps } from '../page-route.ts';

const TaggedListings = ({ code }: { code: string }) => (
  <BookFeed filters={{ course: toCourseCode(code) ?? code }} action={favoriteButtonOf} />
);

const AcceptsChoice = lazy(() => import('#features/courses/web/admin/accepts-choice.tsx'));
const BookEditor = (props: ComponentProps<typeof AcceptsChoice>) => (
  <Suspense>
    <AcceptsChoice {...props} />
  </Suspense>
);

const wanted = { AddBook: AddToWanted, AddMissing: AddMissingToWanted };

/** A course, with the buttons of wanted books, and with what course editors choose. */
export default function CourseRoute({ params }: PageProps) {
  const code = params['code']!;
  const session = useSession();
  const isEditor =
    session.status === 'signed-in' && hasRole(session.user, 'course-editor') && !session.user.needsPasskey;
  return (
    <CoursePage
      code={code}
      back={useBack('/')}
      takeButton={<TakeCourseButton code={code} />}
      wanted={wanted}
      BookEditor={isEditor ? BookEditor : undefined}
      TaggedListings={TaggedListings}
      onShare={(title, url) => void shareBook({ title }, url, 'Course')}
      nav={<AppNav />}
    />
  );
}
