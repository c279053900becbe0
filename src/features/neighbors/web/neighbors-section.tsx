import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import type { NeighborEndpoints, NeighborEntry, NeighborList } from '../contract.ts';
import { MAX_HOST_LENGTH, toHost } from '../rules.ts';
import { neighborsQuery } from './neighbor-queries.ts';
import shared from '#ui/shared.module.css';
import styles from './neighbors-section.module.css';

/** The neighbors of the campus: nothing where there is no other campus. */
export function NeighborsSection() {
  const query = useQuery(neighborsQuery(useTransport()));
  if (query.data?.isPossible === false || query.isPending) return null;
  return (
    <section className={styles.section}>
      <h3 className={shared.size20}>{t('neighbors.admin.title')}</h3>
      <LoadError query={query} title={t('neighbors.admin.load-error')} />
      {query.data !== undefined && <Neighbors list={query.data} />}
    </section>
  );
}

function Neighbors({ list: { neighbors, hasCoordinates } }: { list: NeighborList }) {
  return (
    <Panel stack>
      <p className={cx(shared.small, shared.soft)}>{t('neighbors.admin.text')}</p>
      {neighbors.length === 0 ? (
        <p>{t('neighbors.admin.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {neighbors.map((neighbor) => (
            <Neighbor key={neighbor.host} neighbor={neighbor} />
          ))}
        </ul>
      )}
      {!hasCoordinates && neighbors.length > 0 && (
        <p className={cx(shared.small, shared.soft)}>{t('neighbors.admin.no-coordinates')}</p>
      )}
      <ProposeField />
    </Panel>
  );
}

const stateTexts = () => ({
  agreed: t('neighbors.state.agreed'),
  proposed: t('neighbors.state.proposed'),
  received: t('neighbors.state.received'),
});

const endTexts = () => ({
  agreed: t('neighbors.admin.end'),
  proposed: t('neighbors.admin.withdraw'),
  received: t('neighbors.admin.refuse'),
});

function Neighbor({ neighbor: { host, name, distance, state, isOpen } }: { neighbor: NeighborEntry }) {
  const [isAsking, setAsking] = useState(false);
  const { confirm, end } = useNeighborActions();
  const remove = () =>
    end.mutate(host, {
      onSuccess: () => toast({ title: t('neighbors.end.done') }),
      onSettled: () => setAsking(false),
    });
  return (
    <li className={styles.neighbor}>
      <div className={shared.grow}>
        <b>
          <bdi>
            {distance === null ? name : t('neighbors.admin.distance', { name, distance: String(distance) })}
          </bdi>
        </b>
        <small className={shared.soft}>
          <bdi dir="ltr">{host}</bdi>
        </small>
        <small className={shared.soft}>{isOpen ? stateTexts()[state] : t('neighbors.state.closed')}</small>
      </div>
      <div className={styles.actions}>
        {state === 'received' && (
          <Button
            size="slim"
            variant="soft-green"
            busy={confirm.isPending}
            onClick={() =>
              confirm.mutate(host, { onSuccess: () => toast({ title: t('neighbors.admin.agreed') }) })
            }
          >
            {t('neighbors.admin.confirm')}
          </Button>
        )}
        <Button
          size="slim"
          variant="quiet"
          busy={end.isPending}
          onClick={() => (state === 'agreed' ? setAsking(true) : remove())}
        >
          {endTexts()[state]}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('neighbors.end.title', { name })}
        text={t('neighbors.end.text')}
        cancelLabel={t('neighbors.end.cancel')}
        confirmLabel={t('neighbors.end.confirm')}
        danger
        busy={end.isPending}
        onConfirm={remove}
      />
    </li>
  );
}

/** No form: the section stands in that of the settings. */
function ProposeField() {
  const [host, setHost] = useState('');
  const { propose } = useNeighborActions();
  const send = () => {
    if (toHost(host) === '' || propose.isPending) return;
    propose.mutate(toHost(host), {
      onSuccess: ({ neighbors }) => {
        const isAgreed = neighbors.some((one) => one.host === toHost(host) && one.state === 'agreed');
        setHost('');
        toast({ title: isAgreed ? t('neighbors.admin.agreed') : t('neighbors.admin.proposed') });
      },
    });
  };
  const sendOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.propose}>
      <TextField
        label={t('neighbors.admin.host')}
        error={propose.error === null ? undefined : failureText(propose.error)}
        value={host}
        onChange={(event) => {
          propose.reset();
          setHost(event.target.value);
        }}
        onKeyDown={sendOnEnter}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_HOST_LENGTH}
      />
      <Button variant="quiet" busy={propose.isPending} onClick={send}>
        {t('neighbors.admin.propose')}
      </Button>
    </div>
  );
}

function useNeighborActions() {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<NeighborEndpoints>(transport);
  const onSuccess = (list: NeighborList) => queries.setQueryData(neighborsQuery(transport).queryKey, list);
  const propose = useSingleMutation({
    mutationFn: (host: string) => api.call('POST /api/admin/neighbors', { body: { host } }),
    onSuccess,
  });
  const confirm = useSingleMutation({
    mutationFn: (host: string) => api.call('POST /api/admin/neighbors/:host/confirm', { params: { host } }),
    onSuccess,
  });
  const end = useSingleMutation({
    mutationFn: (host: string) => api.call('DELETE /api/admin/neighbors/:host', { params: { host } }),
    onSuccess,
  });
  return { propose, confirm, end };
}
