import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { databaseChannel, type RunningStatement } from '../database/database-channel.ts';
import { databaseErrorCode } from '../database/database-error.ts';
import { marketAttributes, type TraceScope } from './trace-scope.ts';

/** A span for each statement of a traced request. Returns a function that ends that. */
export function traceDatabase({ tracer, current }: TraceScope): () => void {
  const spans = new WeakMap<RunningStatement, Span>();
  const end = (statement: RunningStatement) => {
    spans.get(statement)?.end();
    spans.delete(statement);
  };
  const subscribers = {
    start(statement: RunningStatement) {
      const context = current.getStore();
      // Nobody reads traces of what polls.
      if (context === undefined || trace.getSpan(context) === undefined) return;
      const { operation, table } = statement;
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table !== undefined && { 'db.collection.name': table }),
        ...marketAttributes(context),
      };
      const name = table === undefined ? operation : `${operation} ${table}`;
      spans.set(statement, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context));
    },
    end() {},
    asyncStart: end,
    asyncEnd() {},
    error(statement: RunningStatement) {
      const span = spans.get(statement);
      span?.setStatus({ code: SpanStatusCode.ERROR });
      const code = databaseErrorCode(statement.error);
      if (code !== undefined) span?.setAttribute('db.response.status_code', code);
    },
  };
  databaseChannel.subscribe(subscribers);
  return () => databaseChannel.unsubscribe(subscribers);
}
