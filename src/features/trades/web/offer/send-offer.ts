import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { TradeEndpoints } from '../../contract.ts';

type NewOffer = { conversationId: string; amount: number; clientMessageId: string };

/** Sends the offers of the outbox. */
export const offerSender = {
  send: (transport: Transport, { conversationId: id, ...body }: NewOffer) =>
    apiClient<TradeEndpoints>(transport).call('POST /api/conversations/:id/offers', {
      params: { id },
      body,
    }),
  onRefused: (error: unknown) => showErrorToast(failureText(error), t('trades.offer.not-sent')),
};
