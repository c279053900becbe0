import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation, useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { MeetingEndpoints, Place } from '../../contract.ts';
import { MAX_PLACES } from '../../rules.ts';
import { placesKey, placesQuery } from '../place-queries.ts';
import {
  DeletePlaceDialog,
  EditPlaceDialog,
  PlaceFields,
  placeSchema,
  type PlaceText,
} from './place-dialogs.tsx';
import { PlaceRow } from './place-row.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The safe places of the campus, for administrators. */
export function PlacesTab() {
  const list = useQuery(placesQuery(useTransport()));
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('meetings.places.title')}</h2>
      <p className={cx(shared.small, shared.soft)}>{t('meetings.places.text')}</p>
      {list.isPending && <ConversationListSkeleton />}
      <LoadError query={list} title={t('meetings.places.load-error')} />
      {list.data !== undefined && <PlaceList places={list.data.places} />}
    </>
  );
}

function PlaceList({ places }: { places: readonly Place[] }) {
  const { add, edit, remove, order } = usePlaceActions();
  const [edited, setEdited] = useState<Place | null>(null);
  const [deleting, setDeleting] = useState<Place | null>(null);
  const { container, removing } = useFocusAfterRemoval<HTMLOListElement>(
    'button:not(:disabled)',
    places.map(({ id }) => id).join(),
  );
  const { said, move } = useMoves(places, container, (moved) => order.mutate(moved));
  const removed = async (place: Place) => {
    removing(places.indexOf(place));
    await remove.mutateAsync(place.id).catch(() => undefined);
    setDeleting(null);
  };
  return (
    <>
      {places.length === 0 ? (
        <p className={cx(shared.small, shared.soft)}>{t('meetings.places.empty')}</p>
      ) : (
        <ol className={listStyles.list} ref={container} tabIndex={-1} aria-label={t('meetings.places.title')}>
          {places.map((place, at) => (
            <PlaceRow
              key={place.id}
              {...{ place, at, count: places.length }}
              onMove={(by) => move(place, at + by)}
              onEdit={() => setEdited(place)}
              onDelete={() => setDeleting(place)}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <AddPlace isFull={places.length >= MAX_PLACES} onAdd={add.mutateAsync} />
      {edited !== null && (
        <EditPlaceDialog
          place={edited}
          onSave={async (text) => {
            await edit.mutateAsync({ id: edited.id, ...text });
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {deleting !== null && (
        <DeletePlaceDialog
          place={deleting}
          busy={remove.isPending}
          onKeep={() => setDeleting(null)}
          onDelete={() => void removed(deleting)}
        />
      )}
    </>
  );
}

/** Moves a place, says where it is now, and keeps the focus on the button that has moved with it. */
function useMoves(
  places: readonly Place[],
  container: { readonly current: HTMLElement | null },
  onOrder: (places: Place[]) => void,
) {
  const [said, setSaid] = useState('');
  const pressed = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (button instanceof HTMLElement && container.current?.contains(button) === true) button.focus();
  }, [places, container]);
  const move = (place: Place, to: number) => {
    if (to < 0 || to >= places.length) return;
    const others = places.filter(({ id }) => id !== place.id);
    pressed.current = document.activeElement;
    onOrder([...others.slice(0, to), place, ...others.slice(to)]);
    setSaid(t('meetings.places.moved', { name: place.name, position: to + 1, count: places.length }));
  };
  return { said, move };
}

const NO_TEXT: PlaceText = { name: '', hint: '' };

type AddPlaceProps = { isFull: boolean; onAdd: (text: PlaceText) => Promise<unknown> };

function AddPlace({ isFull, onAdd }: AddPlaceProps) {
  const { submit, field, busy } = useForm(placeSchema, {
    defaultValues: NO_TEXT,
    emptyValues: NO_TEXT,
    onSubmit: onAdd,
  });
  return (
    <form aria-labelledby="add-place" noValidate onSubmit={submit}>
      <Panel stack>
        <h3 id="add-place" className={shared.size20}>
          {t('meetings.places.add-title')}
        </h3>
        {isFull ? (
          <p className={cx(shared.small, shared.soft)}>{t('meetings.places.full', { max: MAX_PLACES })}</p>
        ) : (
          <>
            <PlaceFields field={field} />
            <Button type="submit" wide busy={busy}>
              {t('meetings.places.add')}
            </Button>
          </>
        )}
      </Panel>
    </form>
  );
}

type Places = { timeZone: string; places: Place[] };

/** What administrators do with places. An order shows at once; the others, when the server has agreed. */
function usePlaceActions() {
  const queries = useQueryClient();
  const api = apiClient<MeetingEndpoints>(useTransport());
  const onSettled = () => queries.invalidateQueries({ queryKey: placesKey });

  const add = useSingleMutation({
    mutationFn: (body: PlaceText) => api.call('POST /api/admin/places', { body }),
    meta: failsAs(t('meetings.places.not-added')),
    onSettled,
  });
  const edit = useSingleMutation({
    mutationFn: ({ id, ...body }: PlaceText & { id: string }) =>
      api.call('PATCH /api/admin/places/:id', { params: { id }, body }),
    meta: failsAs(t('meetings.places.not-saved')),
    onSettled,
  });
  const remove = useSingleMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/places/:id', { params: { id } }),
    meta: failsAs(t('meetings.places.not-deleted')),
    onSettled,
  });
  const order = useOrderedMutation({
    scope: { id: 'order of places' },
    mutationFn: (places: Place[]) =>
      api.call('PUT /api/admin/places/order', { body: { ids: places.map(({ id }) => id) } }),
    onMutate: async (places) => {
      await queries.cancelQueries({ queryKey: placesKey });
      queries.setQueryData<Places>(placesKey, (known) => known && { ...known, places });
    },
    meta: failsAs(t('meetings.places.not-ordered')),
    onSettled: () => (queries.isMutating({ mutationKey: ['order of places'] }) > 1 ? undefined : onSettled()),
    mutationKey: ['order of places'],
  });
  return { add, edit, remove, order };
}
