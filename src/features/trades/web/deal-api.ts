import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { DealEndpoints } from '../contract.ts';

export const dealApi = (transport: Transport) => createApiClient<DealEndpoints>(transport);
