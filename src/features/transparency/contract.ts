import { z } from 'zod';
import { measureReasons } from '#features/moderation/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { FEW } from './figures.ts';

const few = z
  .union([z.int().min(0), z.literal(FEW)])
  .describe('1 to 4 are not shown, so that nobody can be recognized');

const total = z
  .union([few, z.templateLiteral(['at least ', z.int()])])
  .describe("'at least N' where the exact number would tell one that is not shown");

const year = z.coerce.number().int().min(2000).max(3000);

const figures = z.strictObject({
  year: z.int(),
  years: z.array(z.int()).describe('That have figures, newest first'),
  reports: total,
  notices: total,
  measures: total,
  byReason: z.array(
    z.strictObject({ reason: z.enum(measureReasons), reports: few, notices: few, measures: few }),
  ),
  appeals: few,
  reversals: few,
  medianHours: z
    .number()
    .nullable()
    .describe('From the first report, notice or appeal to the decision; null: none, or fewer than 5'),
  byProgram: few.describe('Decided by a program alone'),
});
export type TransparencyFigures = z.output<typeof figures>;

export const transparencyEndpoints = defineEndpoints({
  'GET /api/transparency': {
    auth: 'public',
    summary: 'Returns what was reported in a year, what was done, and how often it was wrong',
    query: z.object({ year: year.optional().describe('Default: this year, in UTC') }),
    response: figures,
  },
});
export type TransparencyEndpoints = typeof transparencyEndpoints;
