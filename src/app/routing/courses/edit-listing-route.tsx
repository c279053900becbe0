import EditListingPage from '#features/books/web/listing-form/edit-listing-page.tsx';
import { CourseField } from '#features/courses/web/course-field.tsx';
import type { PageProps } from '../page-route.ts';

/** An own listing, with the suggestions of courses. */
export default function EditListingRoute({ params }: PageProps) {
  return <EditListingPage params={params} courseField={CourseField} />;
}
