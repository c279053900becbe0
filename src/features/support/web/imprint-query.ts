import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { SupportEndpoints } from '../contract.ts';

export const imprintQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['imprint'] as const,
    queryFn: ({ signal }) => apiClient<SupportEndpoints>(transport).call('GET /api/imprint', {}, { signal }),
  });
