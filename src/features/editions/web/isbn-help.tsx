import { useIsFetching, useQuery } from '@tanstack/react-query';
import { toIsbn13 } from '#features/books/isbn.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { editionQuery } from './edition-queries.ts';
import fieldStyles from '#ui/forms/field.module.css';

type IsbnHelpProps = {
  /** The ISBN as typed or scanned. */
  isbn: string;
  onRetry: () => void;
};

/** The line below the field ISBN. It changes its words while a lookup runs, and moves nothing. */
export function IsbnHelp({ isbn, onRetry }: IsbnHelpProps) {
  const isLookingUp = useIsFetching({ queryKey: ['editions'] }) > 0;
  const isbn13 = toIsbn13(isbn);
  const { isError } = useQuery({ ...editionQuery(useTransport(), isbn13 ?? ''), enabled: false });
  if (isLookingUp) return t('editions.help.looking');
  if (isbn13 === null || !isError) return t('books.form.isbn-help');
  return (
    <>
      <span role="status">{t('editions.help.failed')}</span>{' '}
      <button type="button" className={fieldStyles.action} onClick={onRetry}>
        {t('ui.action.retry')}
      </button>
    </>
  );
}
