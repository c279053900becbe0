import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useBlockActions } from '#features/blocks/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { usePersistedText } from '#platform/web/use-persisted-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SwitchRow, TextAreaField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { ReportEndpoints } from '../contract.ts';
import { type ReportKind, type ReportReason, reportReasons, MAX_REPORT_TEXT_LENGTH } from '../rules.ts';
import { reportReasonLabels } from './report-labels.ts';

/** The reported object, and the user responsible for it. */
export type Reportable = {
  kind: ReportKind;
  id: string;
  user: { id: string; name: string };
  /** The text of a message or a review. */
  quote?: string;
};

type ReportDialogProps = { reportable: Reportable; onClose: () => void };

const titles = {
  book: () => 'Report this listing',
  message: () => 'Report this message',
  user: (name: string) => `Report ${name}`,
  review: () => 'Report this review',
} satisfies Record<ReportKind, (name: string) => string>;

/** The form that reports an object to the administrators, and optionally blocks its user. */
export default function ReportDialog({ reportable, onClose }: ReportDialogProps) {
  const { kind, id, user, quote } = reportable;
  const api = apiClient<ReportEndpoints>(useTransport());
  const { block } = useBlockActions();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [alsoBlock, setAlsoBlock] = useState(false);
  // Escape or a click outside may close the dialog by accident: the text is restored.
  const [text, setText] = usePersistedText(`text:report:${id}`);
  const first = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (why: ReportReason) =>
      api.call('POST /api/reports', { body: { kind, id, reason: why, text } }),
    onSuccess: () => {
      onClose();
      setText('');
      const thanks = "Thanks. We'll look into it.";
      if (alsoBlock) block(user, thanks);
      else toast({ title: thanks });
    },
    onError: (error) => {
      // The page was left meanwhile; the draft stays.
      if (first.current === null) showErrorToast(failureText(error), "Your report wasn't sent");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in a field sends the form, too.
    if (send.isPending) return;
    if (reason !== null) return send.mutate(reason);
    setIsMissing(true);
    first.current?.focus();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={send.isPending}
      initialFocus={first}
      title={titles[kind](user.name)}
    >
      {quote !== undefined && <blockquote className="quote small soft clamp2">{quote}</blockquote>}
      <form className="stack" noValidate onSubmit={submit}>
        <ReasonField
          first={first}
          reason={reason}
          isMissing={isMissing}
          onReason={(chosen) => {
            setReason(chosen);
            setIsMissing(false);
          }}
        />
        <TextAreaField
          label="Details (optional)"
          max={MAX_REPORT_TEXT_LENGTH}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {kind !== 'book' && (
          <SwitchRow
            label={`Also block ${user.name}`}
            checked={alsoBlock}
            onChange={(event) => setAlsoBlock(event.target.checked)}
          />
        )}
        {send.isError && <InlineAlert tone="danger">{failureText(send.error)}</InlineAlert>}
        <div className="ends">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={send.isPending}>
            {alsoBlock ? 'Report and block' : 'Report'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ReasonFieldProps = {
  /** The first choice, which gets the focus. */
  first: RefObject<HTMLInputElement | null>;
  reason: ReportReason | null;
  isMissing: boolean;
  onReason: (reason: ReportReason) => void;
};

function ReasonField({ first, reason, isMissing, onReason }: ReasonFieldProps) {
  return (
    <fieldset className="choices" aria-describedby={isMissing ? 'report-missing' : undefined}>
      <legend className="legend">What's wrong?</legend>
      {isMissing && (
        <p id="report-missing" className="wrong" role="alert">
          <Icon name="alert" />
          Choose what's wrong
        </p>
      )}
      {reportReasons.map((one, index) => (
        <label key={one}>
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name="reason"
            value={one}
            checked={reason === one}
            onChange={() => onReason(one)}
          />
          {reportReasonLabels[one]}
        </label>
      ))}
    </fieldset>
  );
}
