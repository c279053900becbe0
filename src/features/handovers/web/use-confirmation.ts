import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import type { Reservation } from '#features/offers/contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText, NOTHING_CHANGED_TEXT } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import type { HandoverEndpoints } from '../contract.ts';
import { HANDOVER_CODE, PAUSE_MS } from '../rules.ts';

/** Sends a code, and says why it was refused. */
export function useConfirmation(
  { id, pausedUntil: knownPause }: NonNullable<Conversation['reservation']>,
  onConfirmed: (reservation: Reservation) => void,
) {
  const api = apiClient<HandoverEndpoints>(useTransport());
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** By the clock of this device. */
  const [ownPause, setPausedUntil] = useState<number | null>(null);
  // After a reload, or typed on another device.
  const pausedUntil = ownPause ?? (knownPause === undefined ? null : Date.parse(knownPause));

  const refuse = (error: unknown, isOffline: boolean) => {
    if (!(error instanceof ApiError))
      return setProblem(isOffline ? `No Internet connection. ${NOTHING_CHANGED_TEXT}` : failureText(error));
    if (error.code === 'handover-paused')
      return setPausedUntil(Date.now() + (error.retryAfter === null ? PAUSE_MS : error.retryAfter * 1_000));
    setProblem(failureText(error));
    if (error.code !== 'wrong-handover-code') void queries.invalidateQueries({ queryKey: ['conversations'] });
  };
  const confirm = async (code: string): Promise<boolean> => {
    if (isBusy) return false;
    if (!HANDOVER_CODE.test(code)) {
      setProblem('Type the six digits.');
      return false;
    }
    setBusy(true);
    setProblem(null);
    const isOffline = !navigator.onLine;
    try {
      const request = { params: { id }, body: { code } };
      onConfirmed(await api.call('POST /api/reservations/:id/confirm', request));
      keepFocus();
      void queries.invalidateQueries({ queryKey: ['conversations'] });
      return true;
    } catch (error) {
      refuse(error, isOffline);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { confirm, isBusy, problem, clearProblem: () => setProblem(null), pausedUntil };
}
