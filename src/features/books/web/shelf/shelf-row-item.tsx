import { type KeyboardEvent, useState } from 'react';
import type { ItemPhotos } from '#features/photos/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { splitTitle } from '#ui/cover/cover-rules.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { MoneyBox, moneyInput } from '#ui/forms/money-box.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { freeNote } from '../../parse-price.ts';
import { type Condition, conditions } from '../../rules.ts';
import { ISBN_ENTRY_ID } from './isbn-entry.tsx';
import { rowFieldId, type RowProps, rowProblemId, wrongField } from './row-fields.ts';
import { RowFacts } from './row-facts.tsx';
import { RowPhoto, RowPhotoNote } from './row-photo.tsx';
import { chooseCondition, enterInRow } from './shelf-rows.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';
import styles from './shelf.module.css';

type ShelfRowItemProps = RowProps & { photos: ItemPhotos; onRemove: () => void };

/** A book of the shelf. Price and condition stand open, and the cover is the button of its photo. */
export function ShelfRowItem({ row, store, isLocked, photos, onRemove }: ShelfRowItemProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, isbn, lookup, problem } = row;
  const online = useOnline();
  const { title, edition } = splitTitle(row.title);
  const book = title || isbn;
  const showsFields = isEditing || lookup === 'unknown' || lookup === 'failed';
  return (
    <li className={cx(styles.row, problem !== null && styles.bad)} aria-busy={isLocked || undefined}>
      <RowPhoto row={row} book={book} photos={photos} isLocked={isLocked} />
      <div className={styles.words}>
        <h3 className={row.title === '' ? styles.bare : undefined}>
          {lookup === 'known' ? (
            <button
              type="button"
              className={styles.edit}
              aria-expanded={isEditing}
              aria-label={t('books.shelf.edit', { book })}
              disabled={isLocked}
              onClick={() => setEditing(!isEditing)}
            >
              <bdi>{title}</bdi> <Icon name="edit" size="xs" />
            </button>
          ) : (
            <bdi>{book}</bdi>
          )}
        </h3>
        <p className={cx(shared.tiny, shared.soft, styles.by)}>
          <bdi className={shared.truncate}>
            {lookup === 'looking'
              ? t(online ? 'books.shelf.looking' : 'books.shelf.lookup-later')
              : [edition, row.author].filter(Boolean).join(' · ')}
          </bdi>
        </p>
      </div>
      <IconButton
        icon="close"
        iconSize="s"
        soft
        label={t('books.shelf.remove')}
        of={book}
        data-remove
        disabled={isLocked}
        onClick={onRemove}
      />
      {problem !== null && (
        <p className={cx(fieldStyles.error, styles.problem)} id={rowProblemId(id)}>
          <Icon name="alert" />
          <span className={shared.grow}>{t('books.shelf.row-failed', { reason: problem.text })}</span>
        </p>
      )}
      <RowPhotoNote row={row} book={book} photos={photos} />
      {showsFields && <RowFacts row={row} store={store} isLocked={isLocked} />}
      <PriceAndCondition row={row} store={store} isLocked={isLocked} book={book} />
    </li>
  );
}

function PriceAndCondition({ row, store, isLocked, book }: RowProps & { book: string }) {
  const { id, price, condition } = row;
  const free = freeNote(price);
  const freeId = `shelf-free-${id}`;
  return (
    <div className={styles.pair}>
      <MoneyBox>
        <input
          {...moneyInput()}
          {...(free !== undefined && { 'aria-describedby': freeId })}
          {...wrongField(row, 'price')}
          className={cx(fieldsStyles.input, styles.price)}
          id={rowFieldId(id, 'price')}
          type="text"
          aria-label={t('books.shelf.price', { book })}
          maxLength={20}
          enterKeyHint="next"
          disabled={isLocked}
          value={price}
          onFocus={(event) => event.target.select()}
          onKeyDown={moveOnWithEnter}
          onChange={({ target }) => store.change((now) => enterInRow(now, id, { price: target.value }))}
        />
      </MoneyBox>
      <div className={fieldsStyles.pick}>
        <select
          {...wrongField(row, 'condition')}
          className={fieldsStyles.input}
          id={rowFieldId(id, 'condition')}
          aria-label={t('books.shelf.condition', { book })}
          disabled={isLocked}
          value={condition}
          onChange={({ target }) =>
            store.change((now) => chooseCondition(now, id, target.value as Condition))
          }
        >
          {condition === '' && (
            <option value="" disabled>
              {t('books.shelf.choose-condition')}
            </option>
          )}
          {conditions.map((value) => (
            <option key={value} value={value}>
              {conditionText(value)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      {free !== undefined && (
        <p className={cx(fieldStyles.help, styles.free)} id={freeId}>
          {free}
        </p>
      )}
    </div>
  );
}

/** Enter leads to the price of the next row, and from the last one to the next ISBN. */
function moveOnWithEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const next = event.currentTarget
    .closest('li')
    ?.nextElementSibling?.querySelector<HTMLElement>(`.${styles.price}`);
  (next ?? document.getElementById(ISBN_ENTRY_ID))?.focus();
}
