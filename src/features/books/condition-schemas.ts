import { z } from 'zod';
import {
  accessCodeStates,
  bookFlaws,
  markingAmounts,
  normalizeConditionDetails,
} from './condition-details.ts';

/** What the seller says about the copy. Absent: not said. */
export const conditionDetails = z.strictObject({
  highlighting: z.enum(markingAmounts).optional(),
  notes: z.enum(markingAmounts).optional(),
  accessCode: z.enum(accessCodeStates).optional(),
  flaws: z.array(z.enum(bookFlaws)).min(1).optional(),
  isInternationalEdition: z.literal(true).optional(),
  isInstructorCopy: z.literal(true).optional(),
});

/** The same as it is sent: null and an empty list leave a detail out. */
export const conditionDetailsInput = z
  .strictObject({
    highlighting: z.enum(markingAmounts).nullish(),
    notes: z.enum(markingAmounts).nullish(),
    accessCode: z.enum(accessCodeStates).nullish(),
    flaws: z.array(z.enum(bookFlaws)).max(bookFlaws.length).nullish(),
    isInternationalEdition: z.boolean().nullish(),
    isInstructorCopy: z.boolean().nullish(),
  })
  .transform(normalizeConditionDetails)
  .nullable();
