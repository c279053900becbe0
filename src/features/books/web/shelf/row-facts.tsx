import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { cx } from '#ui/class-names.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { bookLimits } from '../../rules.ts';
import { rowFieldId, type RowProps, wrongField } from './row-fields.ts';
import { enterInRow } from './shelf-rows.ts';
import { lookUpAgain } from './use-shelf-facts.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import styles from './shelf.module.css';

/** Title and author, for a book that no source knows, or to change what a source says. */
export function RowFacts({ row, store, isLocked }: RowProps) {
  const { id, lookup } = row;
  const online = useOnline();
  const bind = (field: 'title' | 'author') => ({
    id: rowFieldId(id, field),
    required: true,
    autoComplete: 'off',
    autoCapitalize: 'words',
    maxLength: bookLimits[field],
    disabled: isLocked,
    value: row[field],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      store.change((now) => enterInRow(now, id, { [field]: target.value })),
    ...wrongField(row, field),
  });
  return (
    <div className={cx(styles.facts, shared.stack, shared.tight)}>
      {lookup === 'unknown' && <p className={fieldStyles.help}>{t('books.shelf.unknown')}</p>}
      {lookup === 'failed' && (
        <p className={fieldStyles.help} role="status">
          {online ? t('books.shelf.lookup-failed') : t('books.shelf.lookup-later')}{' '}
          {online && (
            <button type="button" className={fieldStyles.action} onClick={() => lookUpAgain(store, id)}>
              {t('ui.action.retry')}
            </button>
          )}
        </p>
      )}
      <TextField {...bind('title')} label={t('books.form.title')} />
      <TextField {...bind('author')} label={t('books.form.author')} />
    </div>
  );
}
