import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { AdministrationEndpoints } from '../contract.ts';

export const administrationApi = (transport: Transport) =>
  createApiClient<AdministrationEndpoints>(transport);
