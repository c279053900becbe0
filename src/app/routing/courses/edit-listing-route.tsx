import EditListingPage from '#features/books/web/listing-form/edit-listing-page.tsx';
import { CourseField } from '#features/courses/web/course-field.tsx';
import { PriceGuide } from '#features/prices/web/lazy.ts';
import type { PageProps } from '../page-route.ts';

/** An own listing, with the suggestions of courses, and what similar copies cost. */
export default function EditListingRoute({ params }: PageProps) {
  return <EditListingPage params={params} courseField={CourseField} PriceGuide={PriceGuide} />;
}
