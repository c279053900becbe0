import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { WantedEndpoints } from '../contract.ts';

export const wantedApi = (transport: Transport) => createApiClient<WantedEndpoints>(transport);
