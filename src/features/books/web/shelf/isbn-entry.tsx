import { useRef, useState } from 'react';
import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/forms/field.tsx';
import { findIsbns, toIsbn13 } from '../../isbn.ts';
import { bookLimits } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

/** A list of ISBNs may be pasted. */
const MAX_TYPED = 1_000;

export const ISBN_ENTRY_ID = 'shelf-isbn';

/** Adds books without a camera. */
export function IsbnEntry({ onEntered }: { onEntered: (isbn: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const enter = () => {
    const text = toAsciiDigits(typed);
    const isbn = toIsbn13(text);
    const isbns = isbn === null ? findIsbns(text, bookLimits.shelf) : [isbn];
    setWrong(isbns.length === 0);
    input.current?.focus();
    if (isbns.length === 0) return;
    setTyped('');
    for (const each of isbns) onEntered(each);
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
              maxLength={MAX_TYPED}
              enterKeyHint="done"
              placeholder="978…"
              value={typed}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text');
                if (!/[\r\n]/.test(pasted)) return;
                // The field would join the lines.
                event.preventDefault();
                setTyped(`${typed} ${pasted.replaceAll(/\s+/g, ' ')}`.trim().slice(0, MAX_TYPED));
                setWrong(false);
              }}
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
