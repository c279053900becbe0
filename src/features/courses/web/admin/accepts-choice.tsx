import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { SelectField } from '#ui/forms/fields.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Course, CourseEndpoints } from '../../contract.ts';
import { acceptedFrom, type Accepts } from '../../rules.ts';
import { coursesKey } from '../course-queries.ts';
import { listedBookTitle } from '../listed-book-title.ts';

type ListedBook = Course['books'][number];

/** Numbers to choose from, for a book whose edition has none. */
const FIRST_EDITIONS = 10;

/** What course editors choose for one book of a reading list: which editions of its work count. */
export default function AcceptsChoice({ code, book }: { code: string; book: ListedBook }) {
  const transport = useTransport();
  const queries = useQueryClient();
  const saving = useSingleMutation({
    // One row of the file that also sets it: the same lock, limits and entry of the audit log.
    mutationFn: async (accepts: Accepts) => {
      const csv = toFile(code, book, accepts);
      const report = await apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/import', {
        body: { csv },
      });
      if (report.refused[0] !== undefined) throw new Error(report.refused[0].reason);
    },
    onSuccess: () => {
      toast({ title: t('courses.accepts.saved') });
    },
    meta: failsAs(t('courses.accepts.failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: coursesKey }),
  });
  return (
    <SelectField
      label={t('courses.accepts.label')}
      aria-label={t('courses.accepts.label-of', { title: listedBookTitle(book) })}
      options={choicesOf(book)}
      disabled={saving.isPending}
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

/** Title and term stay as they are where the file is silent. */
const toFile = (code: string, { isbn, requirement }: ListedBook, accepts: Accepts): string =>
  `code,title,term,isbn,requirement,editions\r\n"${code.replaceAll('"', '""')}",,,${isbn},${requirement},${accepts}\r\n`;
