import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
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
        {t('trades.sale.no')}
      </Button>
      <Button variant="soft-green" size="slim" busy={isBusy(true)} onClick={() => respond(saleId, true)}>
        {t('trades.sale.yes')}
      </Button>
      <ConfirmDialog
        open={isDenying}
        onClose={() => setDenying(false)}
        title={t('trades.deny.title')}
        text={t('trades.deny.text', { name, title })}
        cancelLabel={t('trades.deny.cancel')}
        confirmLabel={t('trades.deny.confirm')}
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
  const response = useSingleMutation({
    mutationFn: ({ id, received }: { id: string; received: boolean }) =>
      apiClient<TradeEndpoints>(transport).call('POST /api/named-sales/:id/response', {
        params: { id },
        body: { received },
      }),
    networkMode: 'always',
    onSuccess: () => onDone?.(),
    meta: failsAs(t('ui.error.title')),
    onSettled: () => invalidateTrades(queries).then(keepFocus),
  });
  return {
    respond: (id: string, received: boolean) => response.mutate({ id, received }),
    isBusy: (received: boolean) => response.isPending && response.variables.received === received,
  };
}
