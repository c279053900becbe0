import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import type { CodeReader } from '#features/scanner/rules.ts';
import { ScanDialog } from '#features/scanner/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useCountdown } from '#platform/web/use-countdown.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { Reservation, TradeEndpoints } from '../../contract.ts';
import { HANDOVER_CODE, CODE_PAUSE_MINUTES, CODE_PAUSE_MS, readTypedCode } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import styles from './confirm-form.module.css';

type ConfirmFormProps = {
  reservation: NonNullable<Conversation['reservation']>;
  /** First name of the buyer. */
  name: string;
  onConfirmed: (reservation: Reservation) => void;
};

const toScanTexts = () => ({
  title: t('trades.scan.title'),
  hint: t('trades.scan.hint'),
  type: t('trades.scan.type'),
  otherCode: t('trades.scan.other-code'),
  noCodeInPhoto: t('trades.scan.no-code'),
});

const readHandoverCode: CodeReader = ({ format, text }) =>
  format === 'qr_code' && HANDOVER_CODE.test(text) ? text : null;

/** '14:32' */
const formatMinutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The code of the buyer, typed or scanned. What is scanned is confirmed with the button, too. */
export function ConfirmForm({ reservation, name, onConfirmed }: ConfirmFormProps) {
  const [isScanning, setScanning] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useConfirmation(reservation, onConfirmed);
  const { submit, busy, setFocus, pausedUntil } = form;
  const { error, onChange: _, ...field } = form.field('code');
  const left = useCountdown(pausedUntil);
  const isPaused = left > 0;
  const pauseNotice = useRef<HTMLDivElement>(null);
  const wasPaused = useRef(isPaused);
  useEffect(() => {
    // The field, now disabled, takes the focus with it.
    if (isPaused && !wasPaused.current) pauseNotice.current?.focus();
    wasPaused.current = isPaused;
  }, [isPaused]);
  const setCode = (code: string) => {
    form.setValue('code', code);
    form.clearErrors('code');
  };
  return (
    <>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <TextField
          {...field}
          label={t('trades.confirm.code')}
          className={styles.digits}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={isPaused ? '' : form.watch('code')}
          disabled={isPaused}
          error={isPaused ? null : error && <span role="alert">{error}</span>}
          {...(!isPaused && {
            help: t('trades.confirm.pause-rule', { minutes: CODE_PAUSE_MINUTES }),
          })}
          onChange={(event) => setCode(readTypedCode(event.currentTarget.value).slice(0, 6))}
        />
        {isPaused && (
          <div ref={pauseNotice} tabIndex={-1}>
            <InlineAlert tone="warning" icon="clock" announced>
              {rich('trades.confirm.paused', {
                b: (text) => <b aria-live="off">{text}</b>,
                time: formatMinutes(left),
              })}
            </InlineAlert>
          </div>
        )}
        <Button ref={button} type="submit" wide size="tall" busy={busy} disabled={isPaused}>
          {t('trades.confirm.submit')}
        </Button>
        {!isPaused && (
          <Button variant="quiet" wide size="tall" icon="qr" onClick={() => setScanning(true)}>
            {t('trades.confirm.scan')}
          </Button>
        )}
      </form>
      <InlineAlert small>
        {isPaused ? t('trades.confirm.paused-advice', { name }) : t('trades.confirm.count-money')}
      </InlineAlert>
      {isScanning && (
        <ScanDialog
          format="qr_code"
          texts={toScanTexts()}
          read={readHandoverCode}
          onScanned={(scanned) => {
            setCode(scanned);
            setScanning(false);
            requestAnimationFrame(() => button.current?.focus());
          }}
          onType={() => {
            setScanning(false);
            requestAnimationFrame(() => setFocus('code'));
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}

const schema = formSchema(({ code }: { code: string }, refuse) => {
  if (!HANDOVER_CODE.test(code)) refuse('code', t('trades.field.code.invalid'));
  return { code };
});

const pauseEnd = ({ retryAfter }: ApiError): number =>
  Date.now() + (retryAfter === null ? CODE_PAUSE_MS : retryAfter * 1_000);

/** The form that sends a code, and says why it was refused. */
function useConfirmation(
  { id, pausedUntil: knownPause }: NonNullable<Conversation['reservation']>,
  onConfirmed: (reservation: Reservation) => void,
) {
  const api = apiClient<TradeEndpoints>(useTransport());
  const queries = useQueryClient();
  /** The end of the pause by the clock of this device. */
  const [ownPause, setPausedUntil] = useState<number | null>(null);
  // The known pause counts after a reload, or if the codes were typed on another device.
  const pausedUntil = ownPause ?? (knownPause === undefined ? null : Date.parse(knownPause));
  const wasOffline = useRef(false);

  const form = useForm(schema, {
    defaultValues: { code: '' },
    onSubmit: async (body) => {
      wasOffline.current = !navigator.onLine;
      onConfirmed(await api.call('POST /api/reservations/:id/confirm', { params: { id }, body }));
      keepFocus();
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onRefused: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      if (error instanceof ApiError && code === 'handover-paused') return setPausedUntil(pauseEnd(error));
      const isOffline = code === null && wasOffline.current;
      form.setError('code', {
        message: isOffline ? t('trades.confirm.offline') : failureText(error),
      });
      // The next digit replaces the wrong ones.
      form.setFocus('code', { shouldSelect: true });
      if (code !== null && code !== 'wrong-handover-code')
        void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
  return { ...form, pausedUntil };
}
