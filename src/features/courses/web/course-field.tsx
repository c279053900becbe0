import { useId, useRef } from 'react';
import { MAX_COURSE_LENGTH } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Field } from '#ui/forms/field.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useCourseInput } from './use-course-input.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './course-field.module.css';

type CourseFieldProps = {
  /** The id of the input. */
  id: string;
  label: string;
  /** The help below the field, beside '1 of 5'. */
  help: string;
  value: readonly string[];
  /** Those of `value` that are not saved yet. */
  pending?: readonly string[];
  max: number;
  error?: string | undefined;
  onChange: (courses: readonly string[]) => void;
};

/** A combobox of courses. What is typed becomes one with Enter, a comma or on leaving, known or not. */
export function CourseField({
  id,
  label,
  help,
  value,
  pending = [],
  max,
  error,
  onChange,
}: CourseFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = (course: string) => {
    onChange(value.filter((one) => one !== course));
    input.current?.focus();
  };
  const combobox = useCourseInput({ input, value, max, onChange, onRemove: remove });
  const { options, isListed, active } = combobox;
  const optionId = (at: number) => `${listId}-${at}`;
  return (
    <Field
      id={id}
      label={label}
      help={help}
      error={combobox.problem ?? error ?? null}
      count={t('courses.input.count', { count: value.length, max })}
    >
      {(control) => (
        <>
          <div className={cx(fieldsStyles.box, styles.tokens)}>
            {value.map((course) => (
              <CourseToken
                key={course}
                course={course}
                isPending={pending.includes(course)}
                onRemove={() => remove(course)}
              />
            ))}
            <input
              {...control}
              dir="ltr"
              ref={input}
              className={fieldsStyles.input}
              role="combobox"
              aria-expanded={isListed}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(active) : undefined}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              maxLength={MAX_COURSE_LENGTH}
              readOnly={combobox.isFull}
              value={combobox.typed}
              onChange={(event) => combobox.change(event.target.value)}
              onKeyDown={combobox.onKeyDown}
              onBlur={() => combobox.add(combobox.typed)}
            />
          </div>
          <div
            className={cx(listStyles.list, styles.suggestions)}
            role="listbox"
            id={listId}
            aria-label={label}
            hidden={!isListed}
          >
            {options.map(({ code, title }, at) => (
              <button
                key={code}
                type="button"
                id={optionId(at)}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={at === active ? cx(listStyles.item, styles.active) : listStyles.item}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => combobox.add(code)}
              >
                <OptionText code={code} title={title} />
              </button>
            ))}
          </div>
        </>
      )}
    </Field>
  );
}

const OptionText = ({ code, title }: { code: string; title: string | null }) => (
  <>
    <b dir="ltr">{code}</b>
    <span dir="auto" className={cx(shared.soft, shared.truncate, shared.grow)}>
      {title}
    </span>
  </>
);

type CourseTokenProps = { course: string; isPending: boolean; onRemove: () => void };

const CourseToken = ({ course, isPending, onRemove }: CourseTokenProps) => (
  <span
    className={isPending ? cx(styles.token, styles.pending) : styles.token}
    aria-busy={isPending || undefined}
  >
    <bdi dir="ltr">{course}</bdi>
    <button type="button" aria-label={t('courses.input.remove', { course })} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </span>
);
