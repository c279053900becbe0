import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import shared from '#ui/shared.module.css';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import { useSessionActions } from '../session/session-context.tsx';

/** Whether search engines may show the public profile. Listings are found in any case. */
export function SearchEnginesSection({ user }: { user: CurrentUser }) {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { update } = useSessionActions();
  const { isPending, variables, mutate } = useOrderedMutation({
    scope: { id: 'search-engines' },
    mutationFn: (isIndexable: boolean) => api.call('PATCH /api/users/me', { body: { isIndexable } }),
    onSuccess: update,
    meta: failsAs(t('accounts.search-engines.not-changed')),
  });
  return (
    <Section title={t('accounts.search-engines.title')}>
      <List>
        <SwitchRow
          icon="search"
          label={
            <>
              {t('accounts.search-engines.label')}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>
                {t('accounts.search-engines.help')}
              </span>
            </>
          }
          checked={isPending ? variables : user.isIndexable}
          aria-busy={isPending || undefined}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      </List>
    </Section>
  );
}
