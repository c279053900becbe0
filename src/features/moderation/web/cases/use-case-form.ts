import { useQueryClient } from '@tanstack/react-query';
import { withPasskey } from '#features/accounts/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { ModerationEndpoints } from '../../contract.ts';
import { invalidateCases } from '../moderation-queries.ts';

type Api = ReturnType<typeof apiClient<ModerationEndpoints>>;

/** What the forms about a case have in common: `act` sends, closes the dialog and says what is done. */
export function useCaseForm(onClose: () => void) {
  const queries = useQueryClient();
  const transport = useTransport();
  const leave = () => {
    onClose();
    // The button that opened the dialog may be gone then.
    void invalidateCases(queries).then(keepFocus);
  };
  return {
    act: async (work: (api: Api) => Promise<unknown>, done: string) => {
      await withPasskey(transport, () => work(apiClient<ModerationEndpoints>(transport)));
      leave();
      toast({ title: done });
    },
    /** Another member may have been faster: the page then shows what happened. What was written stays. */
    onRefused: (error: Error, isLeft: boolean) => {
      const isOutdated = error instanceof ApiError && (error.status === 409 || error.status === 404);
      if (isOutdated) leave();
      if (isOutdated || isLeft) showErrorToast(failureText(error), t('moderation.dialog.not-done'));
    },
  };
}
