import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { TradeEndpoints } from '../../contract.ts';
import { invalidateTrades } from '../trade-queries.ts';

type AnswerButtonsProps = {
  saleId: string;
  title: string;
  /** The seller's. */
  name: string;
  onAnswer?: () => void;
};

/** The answers to 'Did you get {title}?'. 'No' is asked again: the seller hears it at once. */
export function AnswerButtons({ saleId, title, name, onAnswer }: AnswerButtonsProps) {
  const { respond, isBusy } = useRespond(onAnswer);
  const [isDenying, setDenying] = useState(false);
  return (
    <>
      <Button variant="quiet" size="slim" onClick={() => setDenying(true)}>
        No
      </Button>
      <Button variant="soft-green" size="slim" busy={isBusy(true)} onClick={() => respond(saleId, true)}>
        Yes
      </Button>
      <ConfirmDialog
        open={isDenying}
        onClose={() => setDenying(false)}
        title="Didn't get it?"
        text={`${name} is told that you did not get ${title}.`}
        cancelLabel="Cancel"
        confirmLabel="I did not get it"
        busy={isBusy(false)}
        onConfirm={() => respond(saleId, false)}
      />
    </>
  );
}

/** Responds to one question at a time. */
function useRespond(onDone?: () => void) {
  const queries = useQueryClient();
  const transport = useTransport();
  const response = useMutation({
    mutationFn: ({ id, received }: { id: string; received: boolean }) =>
      apiClient<TradeEndpoints>(transport).call('POST /api/named-sales/:id/response', {
        params: { id },
        body: { received },
      }),
    networkMode: 'always',
    onSuccess: () => onDone?.(),
    meta: failsAs('Something went wrong'),
    onSettled: () => invalidateTrades(queries).then(keepFocus),
  });
  return {
    respond: (id: string, received: boolean) => {
      if (!response.isPending) response.mutate({ id, received });
    },
    isBusy: (received: boolean) => response.isPending && response.variables.received === received,
  };
}
