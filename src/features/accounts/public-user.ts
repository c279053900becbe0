import { z } from 'zod';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';

/** The public data of a user, and nothing more. */
export const publicUser = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  university: z.string().nullable(),
  studentUniversity: z
    .string()
    .nullable()
    .describe('The university of the verified email, for the student badge; null without a badge'),
  profileImage: z.string().nullable(),
  totalSales: z.int(),
  createdAt: isoTimestamp,
});

/** A seller as part of a book. */
export const seller = publicUser.pick({
  id: true,
  name: true,
  profileImage: true,
  university: true,
  studentUniversity: true,
  totalSales: true,
});
