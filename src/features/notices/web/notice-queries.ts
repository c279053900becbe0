import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { NoticeEndpoints } from '../contract.ts';

export const noticeApi = apiClient<NoticeEndpoints>;
