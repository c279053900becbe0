import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import type { Reservation, TradeEndpoints } from '../../contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText, NOTHING_CHANGED_TEXT } from '#platform/web/failure-text.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { HANDOVER_CODE, PAUSE_MS } from '../../rules.ts';

const schema = formSchema(({ code }: { code: string }, refuse) => {
  if (!HANDOVER_CODE.test(code)) refuse('code', 'Type the six digits.');
  return { code };
});

const pauseEnd = ({ retryAfter }: ApiError): number =>
  Date.now() + (retryAfter === null ? PAUSE_MS : retryAfter * 1_000);

/** The form that sends a code, and says why it was refused. */
export function useConfirmation(
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
        message: isOffline ? `No Internet connection. ${NOTHING_CHANGED_TEXT}` : failureText(error),
      });
      // The next digit replaces the wrong ones.
      form.setFocus('code', { shouldSelect: true });
      if (code !== null && code !== 'wrong-handover-code')
        void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
  return { ...form, pausedUntil };
}
