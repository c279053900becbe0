import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { SearchBox } from '#ui/forms/search-box.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import shared from '#ui/shared.module.css';
import type { EditionEndpoints, ListedWork } from '../../contract.ts';
import { searchOfBoth } from './compare-works.ts';
import { JoinPanel } from './join-panel.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { keyOf, type ListedEdition, namedEditionOf, titleOf } from './work-names.ts';
import { WorkSection } from './work-section.tsx';

const worksKey = ['admin', 'works'] as const;

const worksQuery = (transport: Transport, search: string) =>
  queryOptions({
    queryKey: [...worksKey, search] as const,
    queryFn: ({ signal }) =>
      apiClient<EditionEndpoints>(transport).call('GET /api/admin/works', { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Which ISBNs are editions of one work: administrators join two works, and split an ISBN off. */
export function WorksAdmin() {
  const transport = useTransport();
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const works = useQuery(worksQuery(transport, useDeferredValue(search.trim())));
  const [chosen, setChosen] = useState<readonly ListedWork[]>([]);
  const [leaving, setLeaving] = useState<{ work: ListedWork; edition: ListedEdition } | null>(null);
  const decision = useSingleMutation({
    mutationFn: (decide: (api: ReturnType<typeof apiClient<EditionEndpoints>>) => Promise<unknown>) =>
      decide(apiClient<EditionEndpoints>(transport)),
    meta: { failure: (error) => [failureText(error), t('editions.admin.failed')] },
    onSettled: () => queries.invalidateQueries({ queryKey: worksKey }),
  });
  const split = (work: ListedWork, edition: ListedEdition) =>
    decision.mutate((api) => api.call('POST /api/admin/works/split', { body: { isbn: edition.isbn } }), {
      onSuccess: () => {
        toast({ title: t('editions.admin.split-done') });
        setSearch(searchOfBoth(work, edition));
        setChosen([]);
      },
      onSettled: () => setLeaving(null),
    });
  const join = (one: ListedWork, other: ListedWork) =>
    decision.mutate(
      (api) => api.call('POST /api/admin/works/join', { body: { isbns: [keyOf(one), keyOf(other)] } }),
      {
        onSuccess: () => {
          toast({ title: t('editions.admin.join-done') });
          setChosen([]);
        },
      },
    );
  const toggle = (work: ListedWork) =>
    setChosen((before) =>
      before.some((other) => keyOf(other) === keyOf(work))
        ? before.filter((other) => keyOf(other) !== keyOf(work))
        : [...before.slice(-1), work],
    );
  const [one, other] = chosen;
  return (
    <div className={shared.stack}>
      <SearchBox
        label={t('editions.admin.search')}
        value={search}
        maxLength={200}
        onSearch={() => {}}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {one !== undefined && other !== undefined && (
        <JoinPanel
          works={[one, other]}
          busy={decision.isPending}
          onCancel={() => setChosen([])}
          onJoin={() => join(one, other)}
        />
      )}
      {works.data === undefined && works.isPending && <SkeletonBlock />}
      {works.data === undefined && works.isError && (
        <ErrorState
          title={t('editions.admin.error')}
          retrying={works.isFetching}
          onRetry={() => void works.refetch()}
        />
      )}
      {works.data?.length === 0 && <p className={shared.soft}>{t('editions.admin.none')}</p>}
      {works.data?.map((work) => (
        <WorkSection
          key={keyOf(work)}
          work={work}
          busy={decision.isPending}
          isChosen={chosen.some((chosenWork) => keyOf(chosenWork) === keyOf(work))}
          onChoose={() => toggle(work)}
          onSplit={(edition) => setLeaving({ work, edition })}
        />
      ))}
      {leaving !== null && (
        <SplitDialog
          edition={namedEditionOf(leaving.work, leaving.edition)}
          work={titleOf(leaving.work)}
          busy={decision.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() => split(leaving.work, leaving.edition)}
        />
      )}
    </div>
  );
}
