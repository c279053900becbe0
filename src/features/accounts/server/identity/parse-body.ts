import type { z } from 'zod';
import { parseInput } from '#platform/server/http/parse-input.ts';

/** The body of a route outside of the contract. Throws 'invalid-request'. */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> =>
  parseInput(schema, body ?? {}, 'body');
