import { useQueryClient } from '@tanstack/react-query';
import { toIsbn13 } from '#features/books/isbn.ts';
import { parsePrice } from '#features/books/parse-price.ts';
import { conditions, type Condition } from '#features/books/rules.ts';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { ReactNode } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { PriceField, SwitchRow, TextField } from '#ui/forms/fields.tsx';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { entryTitle, formatIsbn } from './describe-entry.ts';
import { TextKindChoice } from './typed-text/text-kind-choice.tsx';
import { isMistypedIsbn, kindsOfText, type TextKind, toWantedInput } from './typed-text/to-wanted-input.ts';
import { useRemoveEntry } from './use-remove-entry.ts';
import { EntryPicture } from './wanted-row.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';

type WantedDialogProps = {
  /** Null: a new one. */
  entry: WantedEntry | null;
  onClose: () => void;
};

type WantedValues = {
  text: string;
  /** What the user says that the text is; null: not said. */
  chosenKind: TextKind | null;
  price: string;
  minCondition: Condition | null;
  /** Null: not said, for a new entry. */
  otherEditions: boolean | null;
};

const kindOf = ({ text, chosenKind }: Pick<WantedValues, 'text' | 'chosenKind'>): TextKind => {
  const kinds = kindsOfText(text);
  return kinds.find((kind) => kind === chosenKind) ?? kinds[0];
};

const toSchema = (isNew: boolean) =>
  formSchema((values: WantedValues, refuse) => {
    const price = parsePrice(values.price);
    if (isNew && values.text.trim() === '') refuse('text', t('wanted.dialog.text-missing'));
    else if (isNew && isMistypedIsbn(values.text)) refuse('text', t('books.field.isbn.invalid'));
    else if ('problem' in price) refuse('price', price.problem);
    return {
      what: toWantedInput(values.text, kindOf(values)),
      limits: {
        maxPrice: 'amount' in price ? price.amount : null,
        minCondition: values.minCondition,
        // A new entry of an ISBN is left to what its courses accept.
        ...(values.otherEditions !== null && { otherEditions: values.otherEditions }),
      },
    };
  });

/** Adds an entry, or changes the limits of one. */
export function WantedDialog({ entry, onClose }: WantedDialogProps) {
  const api = apiClient<WantedEndpoints>(useTransport());
  const queries = useQueryClient();
  const { submit, field, watch, setValue, busy } = useForm(toSchema(entry === null), {
    defaultValues: {
      text: '',
      chosenKind: null,
      price: entry === null || entry.maxPrice === null ? '' : formatMoneyInput(entry.maxPrice),
      minCondition: entry?.minCondition ?? null,
      otherEditions: entry?.otherEditions ?? null,
    },
    onSubmit: async ({ what, limits }) => {
      if (entry === null) await api.call('POST /api/wanted', { body: { ...what, ...limits } });
      else await api.call('PATCH /api/wanted/:id', { params: { id: entry.id }, body: limits });
      await queries.invalidateQueries({ queryKey: ['wanted', 'list'] });
      onClose();
    },
    onRefused: (error) => showErrorToast(failureText(error), t('wanted.dialog.failed')),
  });
  const [text, chosenKind, minCondition, otherEditions] = watch([
    'text',
    'chosenKind',
    'minCondition',
    'otherEditions',
  ]);
  const remove = useRemoveEntry(onClose);
  return (
    <Dialog
      open
      title={t(entry === null ? 'wanted.dialog.add-title' : 'wanted.dialog.edit-title')}
      closable
      onClose={onClose}
    >
      {entry !== null && <EditedEntry entry={entry} />}
      <form className={shared.stack} noValidate onSubmit={submit}>
        {entry === null && (
          <TextField
            {...field('text')}
            label={t('wanted.dialog.text')}
            required
            maxLength={100}
            autoComplete="off"
          />
        )}
        <TextKindChoice
          text={text}
          kind={kindOf({ text, chosenKind })}
          onChoose={(kind) => setValue('chosenKind', kind)}
        />
        {(entry === null ? toIsbn13(text) : entry.isbn) !== null && (
          <SwitchRow
            label={
              <>
                {t('wanted.dialog.other-editions')}
                <span className={cx(shared.tiny, shared.soft, shared.block)}>
                  {t('wanted.dialog.other-editions-note')}
                </span>
              </>
            }
            checked={otherEditions ?? false}
            onChange={(event) => setValue('otherEditions', event.currentTarget.checked)}
          />
        )}
        <PriceField {...field('price')} label={rich('wanted.dialog.price', { note })} maxLength={20} />
        <OptionGroup
          label={rich('wanted.dialog.condition', { note })}
          options={conditions.map((value) => ({ value, label: conditionText(value) }))}
          chosen={minCondition === null ? [] : [minCondition]}
          onPress={(value) => setValue('minCondition', value === minCondition ? null : value)}
        />
        <Button type="submit" wide size="tall" busy={busy}>
          {t(entry === null ? 'wanted.dialog.add' : 'wanted.dialog.save')}
        </Button>
        {entry !== null && (
          <Button variant="danger-quiet" wide icon="trash" onClick={() => remove(entry)}>
            {t('wanted.dialog.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

const note = (words: ReactNode) => <span className={cx(shared.soft, fieldStyles.optional)}>{words}</span>;

const EditedEntry = ({ entry }: { entry: WantedEntry }) => (
  <div className={shared.row}>
    <EntryPicture entry={entry} />
    <span className={shared.grow}>
      <b dir="auto" className={cx(shared.serif, shared.block)}>
        {entryTitle(entry)}
      </b>
      {entry.isbn !== null && (
        <span dir="ltr" className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
          {formatIsbn(entry.isbn)}
        </span>
      )}
    </span>
  </div>
);
