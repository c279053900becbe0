import { t } from '#platform/shared/texts/t.ts';
import { ApiError } from './transport.ts';

/** The user's text of why a request failed. Each browser words a missing connection differently. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.detail : t('platform.failure.no-connection');

/** The user's text after an action that began without a connection. It has not reached the server. */
export const nothingChangedText = (): string => t('platform.failure.nothing-changed');
