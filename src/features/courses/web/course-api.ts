import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { CourseEndpoints } from '../contract.ts';

export const courseApi = (transport: Transport) => createApiClient<CourseEndpoints>(transport);
