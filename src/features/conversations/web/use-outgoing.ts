import { type Mutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { openOutbox, type Outbox, outboxKey, type OutgoingView, toOutgoingView } from './sync/outbox.ts';

export const useOutbox = (myId: string): Outbox => openOutbox(useQueryClient(), myId);

/** The messages of the outbox, and those that this page has sent, in the order in which they were written. */
export const useOutgoing = (): readonly OutgoingView[] =>
  useMutationState({
    filters: { mutationKey: outboxKey },
    select: (mutation: Mutation) => toOutgoingView(mutation as Parameters<typeof toOutgoingView>[0]),
  });
