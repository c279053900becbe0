import { useRef, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/forms/field.tsx';
import { toIsbn13 } from '../../isbn.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

export const ISBN_ENTRY_ID = 'shelf-isbn';

/** Adds a book without a camera. */
export function IsbnEntry({ onEntered }: { onEntered: (isbn: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const enter = () => {
    const isbn = toIsbn13(typed);
    setWrong(isbn === null);
    input.current?.focus();
    if (isbn === null) return;
    setTyped('');
    onEntered(isbn);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <Field
        id={ISBN_ENTRY_ID}
        label={t('books.shelf.isbn')}
        error={isWrong ? t('books.field.isbn.invalid') : undefined}
      >
        {(control) => (
          <div className={shared.row}>
            <input
              {...control}
              ref={input}
              className={cx(fieldsStyles.input, shared.grow)}
              type="text"
              dir="ltr"
              inputMode="text"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={40}
              enterKeyHint="done"
              placeholder="978…"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setWrong(false);
              }}
            />
            <Button type="submit" variant="quiet">
              {t('books.shelf.add')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
