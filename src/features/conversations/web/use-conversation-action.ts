import { useQueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText, nothingChangedText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toast-store.ts';

/**
 * Runs one request at a time, and shows why it was refused. Then the conversations are fetched again.
 * With `onDone` a dialog stays open until the request succeeds, and its button is the retry.
 */
export function useConversationAction<Api>(createApi: (transport: Transport) => Api) {
  const api = createApi(useTransport());
  const queries = useQueryClient();
  const fetchAgain = () => queries.invalidateQueries({ queryKey: ['conversations'] });
  const showFailure = (error: Error, isOffline: boolean, retry: (() => void) | null) => {
    if (error instanceof ApiError) return showErrorToast(failureText(error));
    toast({
      variant: 'destructive',
      // A request that began with a connection may have arrived although no response came.
      title: isOffline ? t('conversations.action.offline') : t('conversations.action.not-confirmed'),
      description: isOffline ? nothingChangedText() : failureText(error),
      ...(retry !== null && { action: { label: t('ui.action.retry'), onAction: retry } }),
    });
  };
  const { mutateAsync, isPending, isRunning } = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (work: (api: Api) => Promise<unknown>) => {
      await work(api);
      await fetchAgain();
    },
  });
  const run = async (work: (api: Api) => Promise<unknown>, onDone?: () => void): Promise<void> => {
    if (isRunning()) return;
    const isOffline = !navigator.onLine;
    try {
      await mutateAsync(work);
      onDone?.();
    } catch (error) {
      showFailure(error as Error, isOffline, onDone === undefined ? () => void run(work) : null);
      // Often the other participant was faster. Not awaited: without a connection it waits for one.
      void fetchAgain();
    } finally {
      keepFocus();
    }
  };
  return { run, isBusy: isPending, isRunning };
}
