import { type SQL, sql } from 'drizzle-orm';
import { messages } from '../table.ts';

/** An event that neither participant has caused: its row has a sender, but both receive it. */
export const isForBoth: SQL<boolean> = sql<boolean>`${messages.event} @> '{"isForBoth": true}'`;
