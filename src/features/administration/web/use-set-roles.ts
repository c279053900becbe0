import { useQueryClient } from '@tanstack/react-query';
import { withPasskey } from '#features/accounts/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsUnlessRefused } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { AdministrationEndpoints } from '../contract.ts';
import { adminKey } from './admin-queries.ts';

/** Sets the roles of a user in the team. Shows a toast with the result, then the list is fetched again. */
export function useSetRoles() {
  const queries = useQueryClient();
  const transport = useTransport();
  return useSingleMutation({
    mutationFn: ({ id, roles }: { id: string; roles: StaffRole[] }) =>
      withPasskey(transport, () =>
        apiClient<AdministrationEndpoints>(transport).call('PUT /api/admin/users/:id/roles', {
          params: { id },
          body: { roles },
        }),
      ),
    meta: failsUnlessRefused(t('administration.roles.failed')),
    onSuccess: () => void toast({ title: t('administration.roles.saved') }),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKey }),
  });
}
