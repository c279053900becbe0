import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { coverLastTap } from '#ui/settled-taps.ts';
import type { CaseDetail } from '../../case-schemas.ts';
import type { ModerationEndpoints } from '../../contract.ts';
import { caseQuery, invalidateCases } from '../moderation-queries.ts';

/** Takes the case, which the others see at once, or gives it back. */
export function HoldCase({ found: { id, allowed } }: { found: CaseDetail }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<ModerationEndpoints>(transport);
  const holding = useSingleMutation({
    mutationFn: (isTaking: boolean) =>
      isTaking
        ? api.call('POST /api/staff/cases/:id/take', { params: { id } })
        : api.call('POST /api/staff/cases/:id/release', { params: { id } }),
    onSuccess: (changed, isTaking) => {
      // The other button comes where this one was.
      coverLastTap();
      queries.setQueryData(caseQuery(transport, id).queryKey, changed);
      toast({ title: isTaking ? t('moderation.hold.taken') : t('moderation.hold.released') });
    },
    meta: failsAs(t('moderation.dialog.not-done')),
    onSettled: async () => {
      await invalidateCases(queries);
      keepFocus();
    },
  });
  const isTaking = allowed.includes('take');
  if (!isTaking && !allowed.includes('release')) return null;
  return (
    <Button variant="quiet" wide busy={holding.isPending} onClick={() => holding.mutate(isTaking)}>
      {isTaking ? t('moderation.hold.take') : t('moderation.hold.release')}
    </Button>
  );
}
