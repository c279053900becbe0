import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { MeetingEndpoints, Place } from '../../contract.ts';
import { placesKey } from '../place-queries.ts';

export type PlaceText = { name: string; hint: string };
type Places = { timeZone: string; places: Place[] };

/** What administrators do with places. An order shows at once; the others, when the server has agreed. */
export function usePlaceActions() {
  const queries = useQueryClient();
  const api = apiClient<MeetingEndpoints>(useTransport());
  const onSettled = () => queries.invalidateQueries({ queryKey: placesKey });

  const add = useMutation({
    mutationFn: (body: PlaceText) => api.call('POST /api/admin/places', { body }),
    meta: failsAs('The place was not added'),
    onSettled,
  });
  const edit = useMutation({
    mutationFn: ({ id, ...body }: PlaceText & { id: string }) =>
      api.call('PATCH /api/admin/places/:id', { params: { id }, body }),
    meta: failsAs('The place was not saved'),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/places/:id', { params: { id } }),
    meta: failsAs('The place was not deleted'),
    onSettled,
  });
  const order = useMutation({
    // One after the other: the last order wins.
    scope: { id: 'order of places' },
    mutationFn: (places: Place[]) =>
      api.call('PUT /api/admin/places/order', { body: { ids: places.map(({ id }) => id) } }),
    onMutate: async (places) => {
      await queries.cancelQueries({ queryKey: placesKey });
      queries.setQueryData<Places>(placesKey, (known) => known && { ...known, places });
    },
    meta: failsAs('The order was not saved'),
    onSettled: () => (queries.isMutating({ mutationKey: ['order of places'] }) > 1 ? undefined : onSettled()),
    mutationKey: ['order of places'],
  });
  return { add, edit, remove, order };
}
