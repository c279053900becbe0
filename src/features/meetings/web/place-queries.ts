import { queryOptions } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { meetingApi } from './meeting-api.ts';

export const placesKey = ['places'] as const;

/** The safe places of the campus, and its time zone. */
export const placesQuery = (transport: Transport) =>
  queryOptions({
    queryKey: placesKey,
    queryFn: ({ signal }) => meetingApi(transport).call('GET /api/places', {}, { signal }),
  });
