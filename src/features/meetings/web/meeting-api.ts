import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { MeetingEndpoints } from '../contract.ts';

export const meetingApi = (transport: Transport) => createApiClient<MeetingEndpoints>(transport);
