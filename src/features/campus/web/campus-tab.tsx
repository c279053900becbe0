import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { ActionBar } from '#ui/layout/app-shell.tsx';
import { NeighborsSection } from '#features/neighbors/web/lazy.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { Campus, CampusEndpoints } from '../contract.ts';
import { campusSchema, toCampusValues } from './campus-form.ts';
import { campusQuery } from './campus-queries.ts';
import { FactsSection } from './facts-section.tsx';
import { LookSection } from './look-section.tsx';
import { LegalSection, OperatorSection, PricesSection } from './more-sections.tsx';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

/** The settings of the campus, for its administrators. */
export function CampusTab() {
  const query = useQuery(campusQuery(useTransport()));
  // A change discards what the fields hold: they begin again.
  const [round, setRound] = useState(0);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('campus.tab.title')}</h2>
      {query.isPending && <ConversationListSkeleton />}
      <LoadError query={query} title={t('campus.tab.load-error')} />
      {query.data !== undefined && (
        <CampusForm key={round} campus={query.data} onDiscard={() => setRound(round + 1)} />
      )}
    </>
  );
}

function CampusForm({ campus, onDiscard }: { campus: Campus; onDiscard: () => void }) {
  const transport = useTransport();
  const queries = useQueryClient();
  const { submit, field, watch, setValue, busy } = useForm(campusSchema, {
    defaultValues: toCampusValues(campus),
    onSubmit: async (settings) => {
      const body = { ...settings, version: campus.version };
      const saved = await apiClient<CampusEndpoints>(transport).call('PUT /api/admin/campus', { body });
      queries.setQueryData(campusQuery(transport).queryKey, saved);
      toast({ title: t('campus.changes.saved') });
    },
    onRefused: (error) => showErrorToast(failureText(error)),
  });
  const values = watch();
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <LookSection {...{ campus, values, field, setValue }} />
      <FactsSection {...{ values, field, setValue }} />
      <PricesSection field={field} />
      <LegalSection field={field} />
      <NeighborsSection />
      <OperatorSection operator={campus.operator} />
      <ActionBar label={t('campus.changes.label')}>
        <Button variant="quiet" disabled={busy} onClick={onDiscard}>
          {t('campus.changes.discard')}
        </Button>
        <Button type="submit" className={shared.grow} busy={busy}>
          {t('campus.changes.save')}
        </Button>
      </ActionBar>
    </form>
  );
}
