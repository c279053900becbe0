import { z } from 'zod';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { caseEventKinds } from './case-events.ts';
import { member, staffMeasure } from './measure-schemas.ts';
import { caseStates, measureKinds, measureReasons, targetKinds } from './rules.ts';

const target = z.strictObject({
  type: z.enum(targetKinds),
  id: z.string().describe('Of a page its path'),
  title: z
    .string()
    .nullable()
    .describe('The title of the listing, the name of the user, else the begin of the text; null: deleted'),
});

export const caseSummary = z.strictObject({
  id: uuidSchema,
  number: z.int().describe('What staff call it'),
  state: z.enum(caseStates),
  target,
  /** The user responsible. */
  person: member.nullable(),
  takenBy: member.nullable(),
  reports: z.int(),
  notices: z.int(),
  /** The reason of the newest report; null without one. */
  reason: z.string().nullable(),
  isFirstListing: z.boolean(),
  /** The appeal that waits for its answer. */
  appeal: z
    .strictObject({
      id: uuidSchema,
      measureKind: z.enum(measureKinds),
      reviewId: uuidSchema.nullable().describe('Of a warning that removed a review'),
      reason: z.enum(measureReasons),
      canDecide: z
        .boolean()
        .describe(
          'False for the member who took the measure, while another can; of one case for all who cannot',
        ),
    })
    .nullable(),
  isLate: z.boolean().describe('Open for more than 48 hours'),
  openedAt: isoTimestamp,
  createdAt: isoTimestamp,
});
export type CaseSummary = z.output<typeof caseSummary>;

/** What came in about the object of a case. */
const complaint = z.strictObject({
  id: uuidSchema,
  kind: z.enum(['report', 'notice']),
  reason: z.string().describe("A report's reason, else 'illegal-content'"),
  text: z.string(),
  /** The name of who reported; null of a notice, and once deleted. Never an email. */
  by: member.nullable(),
  hasReceipt: z.boolean().describe('The notifier has confirmed the email'),
  endangersChild: z.boolean(),
  createdAt: isoTimestamp,
});
export type Complaint = z.output<typeof complaint>;

export const caseDetail = z.strictObject({
  ...caseSummary.shape,
  /** The listing of the object; null without one. `state` as the listing pages say it. */
  book: z
    .strictObject({
      id: uuidSchema,
      title: z.string(),
      price: z.int(),
      image: z.string().nullable(),
      photos: z.array(z.string()).describe('Like the description empty once deleted'),
      description: z.string(),
      author: z.string(),
      isbn: z.string().nullable(),
      subject: z.string(),
      isHidden: z.boolean(),
      isWaiting: z
        .boolean()
        .describe('For the review of a first listing, also when it is hidden for another reason'),
      isDeleted: z.boolean(),
      createdAt: isoTimestamp,
    })
    .nullable(),
  /** The reported text of a message or review, alone; null without one. */
  text: z.string().nullable(),
  personFacts: z
    .strictObject({ createdAt: isoTimestamp, confirmedSales: z.int(), pausedUntil: isoTimestamp.nullable() })
    .nullable(),
  /** How many reserved trades the person may finish while paused. */
  reservedTrades: z.int(),
  complaints: z.array(complaint).describe('The newest 100, oldest first'),
  history: z.array(
    z.strictObject({
      kind: z.enum(caseEventKinds),
      by: member.nullable(),
      measureId: uuidSchema.nullable(),
      note: z.string(),
      at: isoTimestamp,
    }),
  ),
  measures: z.array(staffMeasure).describe('Of this case, newest first'),
  earlierMeasures: z.array(staffMeasure).describe('About the same person, newest first, at most 20'),
  /** What the reader may do now: the server decides again. */
  allowed: z.array(z.enum([...measureKinds, 'remove-review', 'take', 'release', 'close', 'approve'])),
  hasSale: z.boolean().describe('Its reporter and the person have a sale: evidence can be read'),
});
export type CaseDetail = z.output<typeof caseDetail>;

/** What the team reads of a sale whose seller or buyer reports the other. */
export const evidence = z.strictObject({
  sale: z
    .strictObject({
      book: z.strictObject({ id: uuidSchema, title: z.string() }),
      sellerId: uuidSchema,
      buyerId: uuidSchema,
      outcome: z
        .enum(['code', 'buyer', 'denied'])
        .describe('Confirmed with the code of the handover, or by the buyer; or denied by the buyer'),
      at: isoTimestamp,
      /** The newest texts between them about the book, in order. */
      messages: z.array(
        z.strictObject({
          id: uuidSchema,
          senderId: uuidSchema,
          content: z.string(),
          createdAt: isoTimestamp,
        }),
      ),
    })
    .nullable(),
});
export type Evidence = z.infer<typeof evidence>;

export const caseCounts = z.strictObject({
  open: z.int().describe('Not closed, in review too'),
  inReview: z.int(),
  late: z.int().describe('Open for more than 48 hours'),
});
