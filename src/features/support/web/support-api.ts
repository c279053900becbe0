import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { SupportEndpoints } from '../contract.ts';

export const supportApi = (transport: Transport) => createApiClient<SupportEndpoints>(transport);
