import type { Database } from '../database/database.ts';
import type { EventBus } from './event-bus.ts';

/** The bus of the features: in a transaction an event waits for its commit; the same event is published once. */
export const publishAfterCommit = (
  bus: EventBus,
  { afterCommit }: Pick<Database, 'afterCommit'>,
): EventBus => ({
  ...bus,
  publish: (topic, payload) =>
    afterCommit(() => bus.publish(topic, payload), `${topic.name} ${JSON.stringify(payload)}`),
  deliver: (topic, payload) => afterCommit(() => bus.deliver(topic, payload)),
});
