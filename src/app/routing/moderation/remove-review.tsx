import { useState } from 'react';
import type { ReviewEndpoints } from '#features/reviews/contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/forms/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toaster.tsx';

/** The button that removes the review of a case. */
export function RemoveReview({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const api = apiClient<ReviewEndpoints>(useTransport());
  const [isAsking, setIsAsking] = useState(false);
  const removal = useSingleMutation({
    mutationFn: () => api.call('DELETE /api/admin/reviews/:id', { params: { id } }),
    onSuccess: () => {
      toast({ title: t('moderation.review.removed') });
      onRemoved();
    },
    meta: failsAs(t('platform.failure.title')),
    onSettled: () => {
      setIsAsking(false);
      keepFocus();
    },
  });
  return (
    <>
      <Button variant="danger-quiet" size="slim" onClick={() => setIsAsking(true)}>
        {t('moderation.review.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('moderation.review.ask')}
        text={t('moderation.review.ask-text')}
        cancelLabel={t('moderation.action.cancel')}
        confirmLabel={t('moderation.review.confirm')}
        danger
        busy={removal.isPending}
        onConfirm={() => removal.mutate()}
      />
    </>
  );
}
