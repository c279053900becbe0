import type { MutationMeta } from '@tanstack/react-query';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '../failure-text.ts';
import { ApiError } from '../transport.ts';

/** The toast of a mutation that failed has this title, above the common text of the error. */
export const failsAs = (title: string): MutationMeta => ({ failure: (error) => [failureText(error), title] });

export const failsWith = (text: string): MutationMeta => ({
  failure: () => [text, t('platform.failure.title')],
});

/** The toast says this, or in the server's words why the action no longer fits. */
export const failsUnlessRefused = (text: string): MutationMeta => ({
  failure: (error) => [
    error instanceof ApiError && error.status === 409 ? error.detail : text,
    t('platform.failure.title'),
  ],
});
