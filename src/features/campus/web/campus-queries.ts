import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { CampusEndpoints } from '../contract.ts';

export const campusQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['campus'],
    queryFn: ({ signal }) =>
      apiClient<CampusEndpoints>(transport).call('GET /api/admin/campus', {}, { signal }),
    refetchOnMount: 'always',
  });
