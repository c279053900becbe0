import type { Conversation } from '#features/conversations/contract.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { TradeEndpoints } from '../../contract.ts';

type CancelReservationDialogProps = {
  conversation: Conversation;
  myId: string;
  /** First name of the other participant. */
  name: string;
  onClose: () => void;
};

/** The question before a reservation is canceled. */
export function CancelReservationDialog({ conversation, myId, name, onClose }: CancelReservationDialogProps) {
  const { run, isBusy } = useConversationAction(apiClient<TradeEndpoints>);
  const { reservation, sellerId, book } = conversation;
  if (reservation === null) return null;
  const params = { id: reservation.id };
  const cancel = async () => {
    await run((api) => api.call('POST /api/reservations/:id/cancel', { params }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('trades.cancel.title')}
      text={
        sellerId === myId
          ? t('trades.cancel.text-of-seller', { title: book.title, name })
          : t('trades.cancel.text-of-buyer', { title: book.title })
      }
      cancelLabel={t('trades.cancel.keep')}
      confirmLabel={t('trades.cancel.confirm')}
      danger
      busy={isBusy}
      onConfirm={() => void cancel()}
    />
  );
}
