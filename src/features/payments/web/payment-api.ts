import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { PaymentEndpoints } from '../contract.ts';

export const paymentApi = (transport: Transport) => createApiClient<PaymentEndpoints>(transport);
