import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { FieldsRefusedError } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { Button } from '#ui/actions/button.tsx';
import { ActionBar } from '#ui/layout/app-shell.tsx';
import { NeighborsSection } from '#features/neighbors/web/lazy.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { Campus, CampusEndpoints, CampusSettings } from '../contract.ts';
import { campusDraft } from './campus-draft.ts';
import { campusSchema, toCampusErrors, toCampusValues } from './campus-form.ts';
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
  const draft = campusDraft(toCampusValues(campus));
  const { submit, field, watch, setValue, setError, getValues, reset, busy } = useForm(campusSchema, {
    defaultValues: toCampusValues(campus),
    draft,
    onSubmit: async (settings) => {
      const sent = JSON.stringify(getValues());
      const saved = await put(transport, { ...settings, version: campus.version });
      queries.setQueryData(campusQuery(transport).queryKey, saved);
      // What was typed while the request was pending stays.
      if (JSON.stringify(getValues()) === sent) {
        reset(toCampusValues(saved));
        draft.clear();
      }
      toast({ title: t('campus.changes.saved') });
    },
    onRefused: (error) => showErrorToast(failureText(error)),
  });
  const values = watch();
  const discard = () => {
    draft.clear();
    onDiscard();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <LookSection {...{ campus, values, field, setValue }} />
      <FactsSection {...{ values, field, setValue, setError }} />
      <PricesSection {...{ field, values, setValue }} />
      <LegalSection field={field} />
      <NeighborsSection />
      <OperatorSection operator={campus.operator} />
      <ActionBar label={t('campus.changes.label')}>
        <Button variant="quiet" disabled={busy} onClick={discard}>
          {t('campus.changes.discard')}
        </Button>
        <Button type="submit" className={shared.grow} busy={busy}>
          {t('campus.changes.save')}
        </Button>
      </ActionBar>
    </form>
  );
}

async function put(transport: Transport, body: CampusSettings & { version: number }): Promise<Campus> {
  try {
    return await apiClient<CampusEndpoints>(transport).call('PUT /api/admin/campus', { body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    throw new FieldsRefusedError(toCampusErrors(error.errors));
  }
}
