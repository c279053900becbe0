import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { SelectField } from '#ui/forms/fields.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Course, CourseEndpoints } from '../../contract.ts';
import { acceptedFrom, type Accepts } from '../../rules.ts';
import { coursesKey } from '../course-queries.ts';
import { listedBookTitle } from '../listed-book-title.ts';
import shared from '#ui/shared.module.css';

type ListedBook = Course['books'][number];

/** Numbers to choose from, for a book whose edition has none. */
const FIRST_EDITIONS = 10;

/** What course editors choose for one book of a reading list: which editions of its work count. */
export default function AcceptsChoice({ code, book }: { code: string; book: ListedBook }) {
  const transport = useTransport();
  const queries = useQueryClient();
  const saving = useOrderedMutation({
    scope: { id: `accepts:${code}:${book.isbn}` },
    mutationFn: (accepts: Accepts) =>
      apiClient<CourseEndpoints>(transport).call('PUT /api/admin/courses/:code/books/:isbn/accepts', {
        params: { code, isbn: book.isbn },
        body: { accepts },
      }),
    onSuccess: () => {
      toast({ title: t('courses.accepts.saved') });
    },
    meta: failsAs(t('courses.accepts.failed')),
    // It is busy until the page shows what is on the list now.
    onSettled: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
  return (
    <SelectField
      label={t('courses.accepts.label')}
      aria-label={t('courses.accepts.label-of', { title: listedBookTitle(book) })}
      options={choicesOf(book)}
      aria-busy={saving.isPending}
      className={cx(saving.isPending && shared.soft)}
      value={saving.isPending ? saving.variables : book.accepts}
      onChange={({ target }) => saving.mutate(target.value as Accepts)}
    />
  );
}

function choicesOf(book: ListedBook): { value: Accepts; label: string }[] {
  const own = Number.parseInt(book.edition ?? '', 10);
  const count = Number.isNaN(own) ? FIRST_EDITIONS : own - 1;
  const chosen = acceptedFrom(book.accepts);
  const numbers = new Set([
    ...Array.from({ length: count }, (_, at) => at + 1),
    ...(chosen === null ? [] : [chosen]),
  ]);
  return [
    { value: 'exact', label: t('courses.accepts.choice-exact') },
    ...[...numbers]
      .toSorted((one, other) => other - one)
      .map((number) => ({
        value: `from:${number}` as const,
        label: t('courses.accepts.choice-from', { number }),
      })),
    { value: 'any', label: t('courses.accepts.choice-any') },
  ];
}
