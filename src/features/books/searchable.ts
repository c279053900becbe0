import { z } from 'zod';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';

/** Search text: any string that PostgreSQL can hold. */
export const searchable = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
      error: issueMessage(textToken('books.query.unsearchable')),
    });
