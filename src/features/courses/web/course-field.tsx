import { useId, useRef } from 'react';
import { MAX_COURSE_LENGTH } from '#features/books/rules.ts';
import { Field } from '#ui/forms/field.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useCourseInput } from './use-course-input.ts';

type CourseFieldProps = {
  /** The id of the input. */
  id: string;
  label: string;
  /** The help below the field, beside '1 of 5'. */
  help: string;
  /** The codes as written. */
  value: readonly string[];
  /** Those of `value` that are not saved yet. */
  pending?: readonly string[];
  max: number;
  error?: string | undefined;
  onChange: (courses: readonly string[]) => void;
};

/**
 * Courses with suggestions: a combobox with a list. What is typed becomes a course with Enter, a comma or on
 * leaving, also where no suggestion has it.
 */
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
      count={`${value.length} of ${max}`}
    >
      {(control) => (
        <>
          <div className="box tokens">
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
              ref={input}
              className="input"
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
          <div className="list suggest" role="listbox" id={listId} aria-label={label} hidden={!isListed}>
            {options.map(({ code, title }, at) => (
              <button
                key={code}
                type="button"
                id={optionId(at)}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={at === active ? 'item on' : 'item'}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => combobox.add(code)}
              >
                <b>{code}</b>
                <span className="soft cut grow">{title}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </Field>
  );
}

type CourseTokenProps = { course: string; isPending: boolean; onRemove: () => void };

const CourseToken = ({ course, isPending, onRemove }: CourseTokenProps) => (
  <span className={isPending ? 'token pending' : 'token'} aria-busy={isPending || undefined}>
    {course}
    <button type="button" aria-label={`Remove ${course}`} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </span>
);
