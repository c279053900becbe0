import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import type { FieldError } from '#platform/shared/problem.ts';
import { FieldsRefusedError, type FormSchema } from './form-schema.ts';
import { useSingleMutation } from '../mutations/use-single-mutation.ts';
import { useIsLeft } from '../navigation/use-is-left.ts';
import { ApiError } from '../transport.ts';

export type FormDraft<Values> = {
  read: () => Partial<Values>;
  save: (values: Values) => void;
  clear: () => void;
};

type FormOptions<Values, Input> = {
  /** A field without one keeps what was typed before hydration. */
  defaultValues?: Partial<Values>;
  /** Sends the form. The request goes on when the form is left. */
  onSubmit: (input: Input) => Promise<unknown>;
  /** Called for an error of no field, and for each error of a form that has been left: only a toast shows it. */
  onRefused?: (error: Error, isLeft: boolean) => void;
  /** The fields of errors that the server gives a code only. */
  fieldsOfCodes?: Record<string, keyof Values & string>;
  /** Shown once the form is sent, if nothing was typed meanwhile: for a form that stays. */
  emptyValues?: Values;
  /** It survives a reload, and is cleared once the form is sent, if nothing was typed meanwhile. */
  draft?: FormDraft<Values>;
  /** Whether the request waits for a connection (`isWaiting`) instead of failing at once without one. */
  isPatient?: boolean;
  /** The form has a summary of its errors, which takes the focus instead of the first wrong field. */
  hasErrorSummary?: boolean;
};

/**
 * A form: validated by `schema` on submit, and sent once for any number of taps. Errors stand at their fields
 * until these change, and the first gets the focus. `failure` is an error of no field.
 */
export function useForm<Values extends FieldValues, Input extends FieldValues>(
  schema: FormSchema<Values, Input>,
  options: FormOptions<Values, Input>,
) {
  const { draft } = options;
  const [defaultValues] = useState(() => ({ ...options.defaultValues, ...draft?.read() }));
  const form = useHookForm<Values, unknown, Input>({
    defaultValues: defaultValues as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    shouldFocusError: options.hasErrorSummary !== true,
    resolver: toResolver(schema),
  });
  useSavedDraft(form, draft);
  return {
    ...form,
    ...useSubmit(form, options),
    field: <Name extends Path<Values>>(name: Name) => {
      const { error } = form.getFieldState(name, form.formState);
      const clear = () => error && form.clearErrors(name);
      const { ref, onChange, onBlur } = form.register(name, { onChange: clear });
      return { name, ref, onChange, onBlur, error: error?.message };
    },
  };
}

function useSubmit<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  options: FormOptions<Values, Input>,
) {
  const { onSubmit, onRefused, fieldsOfCodes = {}, emptyValues, draft, isPatient, hasErrorSummary } = options;
  const isLeft = useIsLeft();
  const sending = useSingleMutation<unknown, Error, Input>({
    mutationFn: onSubmit,
    networkMode: isPatient ? 'online' : 'always',
  });
  // A ref changes at once: the second of two taps comes before the button is drawn busy.
  const isSending = useRef(false);

  const toErrors = (error: Error): readonly FieldError[] => {
    if (error instanceof FieldsRefusedError) return error.errors;
    if (!(error instanceof ApiError)) return [];
    const field = fieldsOfCodes[error.code];
    return field === undefined ? error.errors : [{ path: field, message: error.detail }];
  };
  const showAtFields = (error: Error): boolean => {
    const found = toFieldErrors(toErrors(error));
    const names = Object.keys(form.getValues()).filter((name) => found[name] !== undefined);
    for (const [index, name] of names.entries())
      form.setError(name as Path<Values>, found[name]!, { shouldFocus: index === 0 && !hasErrorSummary });
    return names.length > 0;
  };
  const send = async (input: Input): Promise<void> => {
    const sent = JSON.stringify(form.getValues());
    try {
      await sending.mutateAsync(input);
      if (JSON.stringify(form.getValues()) !== sent) return;
      if (emptyValues) form.reset(emptyValues);
      draft?.clear();
    } catch (cause) {
      const error = cause as Error;
      if (!isLeft() && showAtFields(error)) sending.reset();
      else onRefused?.(error, isLeft());
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    sending.reset();
    void form
      .handleSubmit(send)()
      .finally(() => {
        isSending.current = false;
      });
  };
  const { isPending: busy, isPaused: isWaiting, isSuccess: isSent, error: failure } = sending;
  return { submit, busy, isWaiting, isSent, failure, isLeft };
}

const toResolver =
  <Values extends FieldValues, Input extends FieldValues>(
    schema: FormSchema<Values, Input>,
  ): Resolver<Values, unknown, Input> =>
  async (values) => {
    const result = await schema['~standard'].validate(values);
    if (result.issues === undefined) return { values: result.value, errors: {} };
    const issues = result.issues.map(({ path = [], message }) => ({ path: path.join('.'), message }));
    return { values: {}, errors: toFieldErrors(issues) as FieldErrors<Values> };
  };

/** The first error of each field, by the first part of its path. */
function toFieldErrors(errors: readonly FieldError[]) {
  const found: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of errors) found[path.split('.')[0]!] ??= { type: 'invalid', message };
  return found;
}

function useSavedDraft<Values extends FieldValues, Input>(
  { subscribe }: UseFormReturn<Values, unknown, Input>,
  draft: FormDraft<Values> | undefined,
): void {
  const save = useEffectEvent((values: Values) => draft?.save(values));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => save(values) }),
    [subscribe],
  );
}
