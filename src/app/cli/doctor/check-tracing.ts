import type { Config } from '../../server/config.ts';
import { type Finding, ok, toFailureReason, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Sends no trace. `headers`: of OTEL_EXPORTER_OTLP_HEADERS, 'name=value,other=value'. */
export async function checkTracing({ tracing }: Config, headers: string | undefined): Promise<Finding[]> {
  if (tracing === null) return [];
  const check = 'traces';
  const advice = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver. Without it, traces are dropped.';
  try {
    const response = await fetch(`${tracing.endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...toHeaders(headers), 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return [ok(check, `${tracing.endpoint} accepts them.`)];
    return [warning(check, `${tracing.endpoint} refuses them with ${response.status}.`, advice)];
  } catch (error) {
    return [warning(check, `${tracing.endpoint} cannot be reached: ${toFailureReason(error)}.`, advice)];
  }
}

const toHeaders = (list = ''): Record<string, string> =>
  Object.fromEntries(
    list
      .split(',')
      .filter((entry) => entry.includes('='))
      .map((entry) => {
        const at = entry.indexOf('=');
        return [entry.slice(0, at).trim(), decodeURIComponent(entry.slice(at + 1).trim())];
      }),
  );
