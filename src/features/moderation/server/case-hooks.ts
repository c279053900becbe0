import { defineTopic } from '#platform/server/events/event-bus.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Complaint, Evidence } from '../case-schemas.ts';
import type { MeasureKind } from '../rules.ts';

/** Something of a case has changed: other members see it at once. */
export const caseChanged = defineTopic<{ caseId: string }>('case-changed');

type CaseOutcome = { caseId: string; measure: MeasureKind | null; now: Date };

/** `kind`, `userId`: of the report. */
export type ReportedSale = { sale: NonNullable<Evidence['sale']>; kind: string; userId: string };

/**
 * What reports and notices give to cases, which know neither: both are passed to `mountModeration`. `onClosed`
 * runs in the transaction that closes a case, and tells those who wrote what came of it.
 */
export type ComplaintSource = {
  kind: Complaint['kind'];
  /** Of one case, the newest `limit`, oldest first. */
  list: (orm: Orm, caseId: string, limit: number) => Promise<Complaint[]>;
  /** By case. `reason`: of the newest. */
  count: (
    orm: Orm,
    caseIds: readonly string[],
  ) => Promise<Map<string, { count: number; reason: string | null }>>;
  /** Finds the complaints of these users about these cases: nobody judges their own. */
  findWriters: (
    orm: Orm | Transaction,
    caseIds: readonly string[],
    userIds: readonly string[],
  ) => Promise<{ caseId: string; userId: string }[]>;
  /** Whether one who wrote has a sale with the person. */
  hasSale?: (orm: Orm, caseId: string) => Promise<boolean>;
  findSale?: (tx: Transaction, caseId: string) => Promise<ReportedSale | null>;
  onClosed: (tx: Transaction, outcome: CaseOutcome) => Promise<void>;
};
