import { useLocation } from 'wouter';
import { proposeMessage } from '#features/conversations/web/use-draft.ts';
import { MyCourses } from '#features/courses/web/my-courses.tsx';
import { AddMissingToWanted, AddToWanted } from '#features/wanted/web/add-to-wanted.tsx';

const wanted = { AddBook: AddToWanted, AddMissing: AddMissingToWanted };

/** The courses of the user, with the buttons of wanted books and of conversations. */
export function MyCoursesSection() {
  const [, navigate] = useLocation();
  return (
    <MyCourses
      wanted={wanted}
      onAsk={({ sellerId, bookId, text }) => {
        proposeMessage(bookId, text);
        navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}`);
      }}
    />
  );
}
