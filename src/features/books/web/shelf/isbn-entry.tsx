import { useRef, useState } from 'react';
import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/forms/field.tsx';
import { findIsbns, findWrongIsbns, toIsbn13 } from '../../isbn.ts';
import { bookLimits } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

/** A list of ISBNs may be pasted. */
const MAX_TYPED = 1_000;

export const ISBN_ENTRY_ID = 'shelf-isbn';

const problemText = (problem: 'wrong' | 'full'): string =>
  problem === 'wrong' ? t('books.field.isbn.invalid') : t('books.shelf.full', { max: bookLimits.shelf });

type IsbnEntryProps = {
  /** Returns false if there is no room for the book: its ISBN stays here. */
  onEntered: (isbn: string) => boolean;
  /** Nothing is on the shelf yet. */
  isFirst: boolean;
};

/** Adds books without a camera. */
export function IsbnEntry({ onEntered, isFirst }: IsbnEntryProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'wrong' | 'full' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const enter = () => {
    const text = toAsciiDigits(typed);
    const isbn = toIsbn13(text);
    const isbns = isbn === null ? findIsbns(text, MAX_TYPED) : [isbn];
    input.current?.focus();
    // The second tap of two: what was entered has left the field.
    if (typed.trim() === '') return;
    if (isbns.length === 0) return setProblem('wrong');
    const wrong = isbn === null ? findWrongIsbns(text) : [];
    const left = isbns.filter((each) => !onEntered(each));
    setTyped([...left, ...wrong].join(' '));
    setProblem(left.length > 0 ? 'full' : wrong.length > 0 ? 'wrong' : null);
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
        help={isFirst ? t('books.shelf.isbn-help') : undefined}
        error={problem === null ? undefined : problemText(problem)}
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
                setProblem(null);
              }}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
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
