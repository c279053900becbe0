import type { FieldError } from '#platform/shared/problem.ts';
import type { PlainTextId } from '#platform/shared/texts/t.ts';
import { word } from '#platform/shared/texts/word.ts';

/** What `useForm` needs of a schema: a standard schema, as each schema of Zod is one. */
export type FormSchema<Values, Input> = {
  '~standard': {
    validate: (values: unknown) => FormResult<Input> | Promise<FormResult<Input>>;
    types?: { input: Values; output: Input } | undefined;
  };
};

type FormIssue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };
type FormResult<Input> = { value: Input; issues?: undefined } | { issues: readonly FormIssue[] };

/** Refuses a field: the first text counts. */
export type Refuse<Values> = (field: keyof Values & string, message: string) => void;

/** A small form's schema without the 24 kB of Zod. The server validates fully. */
export const formSchema = <Values, Input = Values>(
  read: (values: Values, refuse: Refuse<Values>) => Input,
): FormSchema<Values, Input> => ({
  '~standard': {
    validate: (values) => {
      const issues: FormIssue[] = [];
      const value = read(values as Values, (field, message) => issues.push({ path: [field], message }));
      return issues.length === 0 ? { value } : { issues };
    },
  },
});

/** A form of texts, none of them empty; `errors` are the texts for empty ones. */
export const requiredTexts = <Field extends string>(errors: Record<Field, PlainTextId>) =>
  formSchema<Record<Field, string>>((values, refuse) => {
    for (const [field, error] of Object.entries(errors) as [Field, PlainTextId][])
      if (values[field].trim() === '') refuse(field, word({ id: error }));
    return values;
  });

/** What `onSubmit` throws for errors of fields that it finds itself. */
export class FieldsRefusedError extends Error {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(errors[0]?.message);
    this.errors = errors;
  }
}
