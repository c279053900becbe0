import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { SearchBox } from '#ui/forms/search-box.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import type { EditionEndpoints, ListedWork } from '../../contract.ts';
import { editionText } from '../works/edition-text.ts';
import { differClearly, searchOfBoth } from './compare-works.ts';
import { SplitDialog } from './split-dialog.tsx';
import styles from './works-admin.module.css';

const worksKey = ['admin', 'works'] as const;

const worksQuery = (transport: Transport, search: string) =>
  queryOptions({
    queryKey: [...worksKey, search] as const,
    queryFn: ({ signal }) =>
      apiClient<EditionEndpoints>(transport).call('GET /api/admin/works', { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

type ListedEdition = ListedWork['editions'][number];

/** A work is known by any of its ISBNs. */
const keyOf = ({ editions }: ListedWork): string => editions[0]!.isbn;

/** Which ISBNs are editions of one work: administrators join two works, and split an ISBN off. */
export function WorksAdmin() {
  const transport = useTransport();
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const works = useQuery(worksQuery(transport, useDeferredValue(search.trim())));
  const [chosen, setChosen] = useState<readonly ListedWork[]>([]);
  const [leaving, setLeaving] = useState<{ work: ListedWork; edition: ListedEdition } | null>(null);
  const decision = useMutation({
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

const titleOf = ({ title }: ListedWork): string => title ?? t('editions.admin.unnamed');

const editionOf = ({ edition, publishedYear }: ListedEdition): string => {
  const name = editionText(edition) ?? t('editions.admin.unknown');
  return publishedYear === null
    ? name
    : t('editions.admin.year', { edition: name, year: `${publishedYear}` });
};

const namedEditionOf = (work: ListedWork, edition: ListedEdition): string =>
  `${edition.title ?? titleOf(work)}, ${editionOf(edition)}`;

const joinedByText = ({ joinedBy, author }: ListedWork): string => {
  const args = { author: author ?? '–' };
  if (joinedBy === 'person') return t('editions.admin.by-person', args);
  return joinedBy === 'library' ? t('editions.admin.by-library', args) : t('editions.admin.by-title', args);
};

type WorkSectionProps = {
  work: ListedWork;
  busy: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onSplit: (edition: ListedEdition) => void;
};

function WorkSection({ work, busy, isChosen, onChoose, onSplit }: WorkSectionProps) {
  const title = titleOf(work);
  return (
    <section className={cx(shared.stack, shared.tight)} aria-label={title}>
      <div className={cx(shared.row, shared.between)}>
        <h3 dir="auto">{title}</h3>
        <span className={cx(shared.small, shared.soft)}>
          {t('editions.admin.count', { count: work.editions.length })}
        </span>
      </div>
      <p className={cx(shared.row, shared.small, shared.soft)}>
        <Icon name={work.joinedBy === 'title' ? 'info' : 'check'} size="s" />
        <span>{joinedByText(work)}</span>
      </p>
      <ul className={listStyles.list}>
        {work.editions.map((edition) => (
          <li key={edition.isbn} className={styles.row}>
            <Cover
              book={{ title: edition.title ?? title, author: work.author ?? '', isbn: edition.isbn }}
              size="s"
            />
            <span className={shared.grow}>
              <b className={shared.block}>{editionOf(edition)}</b>
              {edition.title !== null && edition.title !== title && (
                <span dir="auto" className={cx(shared.small, shared.block)}>
                  {edition.title}
                </span>
              )}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>
                {t('editions.admin.facts', {
                  isbn: `\u2066${edition.isbn.slice(0, 3)}-${edition.isbn.slice(3)}\u2069`,
                  listings: t('editions.admin.listings', { count: edition.listingCount }),
                })}
              </span>
            </span>
            {work.editions.length > 1 && (
              <Button
                variant="text"
                size="slim"
                icon="split"
                disabled={busy}
                aria-label={t('editions.admin.split-of', { edition: editionOf(edition) })}
                onClick={() => onSplit(edition)}
              >
                {t('editions.admin.split')}
              </Button>
            )}
          </li>
        ))}
        <li className={styles.choice}>
          <Button
            variant="text"
            size="slim"
            icon="join"
            aria-pressed={isChosen}
            aria-label={t('editions.admin.choose-of', { title })}
            onClick={onChoose}
          >
            {t(isChosen ? 'editions.admin.chosen' : 'editions.admin.choose')}
          </Button>
        </li>
      </ul>
    </section>
  );
}

type JoinPanelProps = {
  works: readonly [ListedWork, ListedWork];
  busy: boolean;
  onCancel: () => void;
  onJoin: () => void;
};

function JoinPanel({ works, busy, onCancel, onJoin }: JoinPanelProps) {
  const count = works[0].editions.length + works[1].editions.length;
  return (
    <section aria-labelledby="join-works">
      <Panel stack tight>
        <h3 className={shared.size20} id="join-works">
          {t('editions.admin.join-title')}
        </h3>
        {works.map((work) => (
          <div key={keyOf(work)} className={shared.row}>
            <Cover book={{ title: titleOf(work), author: work.author ?? '', isbn: keyOf(work) }} size="s" />
            <span className={cx(shared.grow, shared.small)}>
              <bdi className={shared.block}>{titleOf(work)}</bdi>
              <span className={shared.soft}>
                <bdi>{work.author ?? '–'}</bdi>, {t('editions.admin.count', { count: work.editions.length })}
              </span>
            </span>
          </div>
        ))}
        {differClearly(...works) && (
          <p className={cx(shared.row, shared.small)} role="alert">
            <Icon name="info" size="s" />
            <b>{t('editions.admin.join-differs')}</b>
          </p>
        )}
        <p className={cx(shared.small, shared.soft)}>{t('editions.admin.join-note')}</p>
        <div className={shared.row}>
          <Button variant="quiet" onClick={onCancel}>
            {t('editions.admin.cancel')}
          </Button>
          <Button className={shared.grow} icon="join" busy={busy} onClick={onJoin}>
            {t('editions.admin.join', { count })}
          </Button>
        </div>
      </Panel>
    </section>
  );
}
