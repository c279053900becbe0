import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { ReportEndpoints } from '../contract.ts';

export const reportApi = (transport: Transport) => createApiClient<ReportEndpoints>(transport);
