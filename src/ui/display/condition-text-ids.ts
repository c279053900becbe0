import { textId } from '#platform/shared/texts/t.ts';

/** The names of the conditions by their codes, which are English. */
export const conditionTextIds = {
  'Like New': textId('ui.condition.like-new'),
  Excellent: textId('ui.condition.excellent'),
  Good: textId('ui.condition.good'),
  Fair: textId('ui.condition.fair'),
  Poor: textId('ui.condition.poor'),
} as const;
