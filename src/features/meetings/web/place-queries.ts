import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { MeetingEndpoints } from '../contract.ts';

export const placesKey = ['places'] as const;

/** The safe places of the campus, and its time zone. */
export const placesQuery = (transport: Transport) =>
  queryOptions({
    queryKey: placesKey,
    queryFn: ({ signal }) => apiClient<MeetingEndpoints>(transport).call('GET /api/places', {}, { signal }),
  });
