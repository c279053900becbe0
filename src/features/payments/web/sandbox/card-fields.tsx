import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
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
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

type CardFieldsProps = {
  /** The first values; later ones are only in the inputs. */
  initial: CardValues;
  errors: CardErrors;
  /** The field to focus; a new object for each attempt. */
  focus: { field: CardField } | null;
  readOnly: boolean;
  onInput: (field: CardField, value: string) => void;
  onLeave: (field: CardField) => void;
};

/** Number, expiry and code of a card. */
export function CardFields(props: CardFieldsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const { focus } = props;
  useEffect(() => {
    if (focus !== null) {
      fieldset.current?.querySelector<HTMLInputElement>(`[data-field="${focus.field}"]`)?.focus();
    }
  }, [focus]);
  return (
    <fieldset className={cx(shared.stack, shared.tight)} ref={fieldset}>
      <legend className={shared.visuallyHidden}>{t('payments.card.legend')}</legend>
      <Field label={t('payments.card.number')} error={props.errors.number}>
        {(control) => (
          <div className={fieldsStyles.box}>
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
      <div className={fieldStyles.fieldRow}>
        <Field label={t('payments.card.expiry')} error={props.errors.expiry}>
          {(control) => (
            <input
              {...control}
              {...inputOf('expiry', formatExpiry, props)}
              autoComplete="cc-exp"
              placeholder={t('payments.card.expiry-format')}
            />
          )}
        </Field>
        <Field label={t('payments.card.cvc')} error={props.errors.cvc}>
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

/** An input that formats its text and keeps the caret behind the same digit. */
const inputOf = (field: CardField, format: (typed: string) => string, props: CardFieldsProps) => ({
  className: fieldsStyles.input,
  type: 'text',
  inputMode: 'numeric' as const,
  dir: 'ltr',
  spellCheck: false,
  'data-field': field,
  defaultValue: props.initial[field],
  readOnly: props.readOnly,
  onInput: ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const atEnd = input.selectionStart === input.value.length;
    const digitsBefore = countDigits(input.value.slice(0, input.selectionStart ?? input.value.length));
    const formatted = format(input.value);
    if (formatted !== input.value) {
      input.value = formatted;
      const caret = atEnd ? formatted.length : indexBehind(formatted, digitsBefore);
      input.setSelectionRange(caret, caret);
    }
    props.onInput(field, formatted);
  },
  // Only when another field gets the focus: an error message would move the button while it is tapped.
  onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.closest('fieldset')?.contains(relatedTarget)) props.onLeave(field);
  },
});

const countDigits = (text: string): number => text.replace(/\P{Nd}/gu, '').length;

function indexBehind(text: string, count: number): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < count; at += 1) if (/\d/.test(text[at]!)) seen += 1;
  return at;
}
