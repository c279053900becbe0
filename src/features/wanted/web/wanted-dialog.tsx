import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { conditions, type Condition, parsePrice, formatPriceInput } from '#features/books/rules.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { PriceField, TextField } from '#ui/forms/fields.tsx';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { entryTitle, formatIsbn } from './describe-entry.ts';
import { TextKindChoice } from './typed-text/text-kind-choice.tsx';
import { kindsOfText, type TextKind, toWantedInput } from './typed-text/to-wanted-input.ts';
import { useRemoveEntry } from './use-remove-entry.ts';
import { EntryPicture } from './wanted-row.tsx';

type WantedDialogProps = {
  /** Null: a new one. */
  entry: WantedEntry | null;
  onClose: () => void;
};

const options = conditions.map((condition) => ({ value: condition, label: condition }));

/** Adds an entry, or changes the limits of one. */
export function WantedDialog({ entry, onClose }: WantedDialogProps) {
  const [text, setText] = useState('');
  /** What the user says that the text is; null: not said. */
  const [chosenKind, setChosenKind] = useState<TextKind | null>(null);
  const [price, setPrice] = useState(
    entry === null || entry.maxPrice === null ? '' : formatPriceInput(entry.maxPrice),
  );
  const [minCondition, setMinCondition] = useState<Condition | null>(entry?.minCondition ?? null);
  const [problem, setProblem] = useState<{ text?: string; price?: string }>({});
  const textField = useRef<HTMLInputElement>(null);
  const { save, isBusy } = useSaveEntry(entry, onClose);
  const remove = useRemoveEntry(onClose);
  const kinds = kindsOfText(text);
  const kind = kinds.find((one) => one === chosenKind) ?? kinds[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parsePrice(price);
    if (entry === null && text.trim() === '') {
      setProblem({ text: 'Write an ISBN, a course or words' });
      return textField.current?.focus();
    }
    if ('problem' in parsed) return setProblem({ price: parsed.problem });
    setProblem({});
    save(toWantedInput(text, kind), { maxPrice: parsed.cents, minCondition });
  };
  return (
    <Dialog open title={entry === null ? 'Add to wanted' : 'Edit wanted'} closable onClose={onClose}>
      {entry !== null && <EditedEntry entry={entry} />}
      <form className="stack" noValidate onSubmit={submit}>
        {entry === null && (
          <TextField
            ref={textField}
            label="ISBN, course or words"
            required
            value={text}
            error={problem.text}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <TextKindChoice text={text} kind={kind} onChoose={setChosenKind} />
        <PriceField
          label={<Optional label="Highest price" />}
          value={price}
          error={problem.price}
          maxLength={20}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <OptionGroup
          label="At least (condition, optional)"
          options={options}
          chosen={minCondition === null ? [] : [minCondition]}
          onPress={(value) => setMinCondition(value === minCondition ? null : value)}
        />
        <Button type="submit" wide size="tall" busy={isBusy}>
          {entry === null ? 'Add' : 'Save'}
        </Button>
        {entry !== null && (
          <Button variant="danger-quiet" wide icon="trash" onClick={() => remove(entry)}>
            Remove from wanted
          </Button>
        )}
      </form>
    </Dialog>
  );
}

const Optional = ({ label }: { label: string }) => (
  <>
    {label} <span className="soft light">optional</span>
  </>
);

const EditedEntry = ({ entry }: { entry: WantedEntry }) => (
  <div className="row">
    <EntryPicture entry={entry} />
    <span className="grow">
      <b className="serif clamp2">{entryTitle(entry)}</b>
      {entry.isbn !== null && <span className="tiny soft cut block">{formatIsbn(entry.isbn)}</span>}
    </span>
  </div>
);

type Limits = Pick<WantedEntry, 'maxPrice' | 'minCondition'>;

function useSaveEntry(entry: WantedEntry | null, onDone: () => void) {
  const transport = useTransport();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const api = apiClient<WantedEndpoints>(transport);
  const refetch = () => queries.invalidateQueries({ queryKey: ['wanted', 'list'] });
  const run = async (work: () => Promise<unknown>, title: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await refetch();
      onDone();
    } catch (error) {
      showErrorToast(failureText(error), title);
    } finally {
      setBusy(false);
    }
  };
  const save = (what: ReturnType<typeof toWantedInput>, limits: Limits) =>
    void run(
      () =>
        entry === null
          ? api.call('POST /api/wanted', { body: { ...what, ...limits } })
          : api.call('PATCH /api/wanted/:id', { params: { id: entry.id }, body: limits }),
      "Wanted wasn't saved",
    );
  return { save, isBusy };
}
