import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { Field } from '#ui/forms/field.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import {
  type CardField,
  type CardErrors,
  type CardValues,
  formatCvc,
  formatExpiry,
  formatCardNumber,
} from './card-rules.ts';

export type CardFieldsProps = {
  /** What stands there at first; then the inputs are the browser's own. */
  initial: CardValues;
  problems: CardErrors;
  /** The field to go to; changes with every attempt. */
  focus: { field: CardField } | null;
  readOnly: boolean;
  onInput: (field: CardField, value: string) => void;
  onLeave: (field: CardField) => void;
};

/** Number, expiry and code of a card. */
export function CardFields(props: CardFieldsProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  const { focus } = props;
  useEffect(() => {
    if (focus !== null) {
      place.current?.querySelector<HTMLInputElement>(`[data-field="${focus.field}"]`)?.focus();
    }
  }, [focus]);
  return (
    <fieldset className="stack tight" ref={place}>
      <legend className="vh">Card</legend>
      <Field label="Card number" error={props.problems.number}>
        {(control) => (
          <div className="box">
            <Icon name="card" />
            <input
              {...control}
              {...inputOf('number', formatCardNumber, props)}
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
            />
          </div>
        )}
      </Field>
      <div className="two">
        <Field label="Expiry" error={props.problems.expiry}>
          {(control) => (
            <input
              {...control}
              {...inputOf('expiry', formatExpiry, props)}
              autoComplete="cc-exp"
              placeholder="MM / YY"
            />
          )}
        </Field>
        <Field label="CVC" error={props.problems.cvc}>
          {(control) => (
            <input
              {...control}
              {...inputOf('cvc', formatCvc, props)}
              autoComplete="cc-csc"
              placeholder="123"
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}

/** An input that writes what is typed in its own form, and leaves the caret behind the digit that it stood behind. */
const inputOf = (field: CardField, write: (typed: string) => string, props: CardFieldsProps) => ({
  className: 'input',
  type: 'text',
  inputMode: 'numeric' as const,
  spellCheck: false,
  'data-field': field,
  defaultValue: props.initial[field],
  readOnly: props.readOnly,
  onInput: ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const atEnd = input.selectionStart === input.value.length;
    const before = digits(input.value.slice(0, input.selectionStart ?? input.value.length));
    const written = write(input.value);
    if (written !== input.value) {
      input.value = written;
      const caret = atEnd ? written.length : placeBehind(written, before);
      input.setSelectionRange(caret, caret);
    }
    props.onInput(field, written);
  },
  // Only on the way to another field: a message that moves the button away under a finger loses its tap.
  onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.closest('fieldset')?.contains(relatedTarget)) props.onLeave(field);
  },
});

const digits = (text: string): number => text.replace(/\D/g, '').length;

function placeBehind(text: string, count: number): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < count; at += 1) if (/\d/.test(text[at]!)) seen += 1;
  return at;
}
