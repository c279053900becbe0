import { z } from 'zod';

export type TracingConfig = {
  /** The URL of an OTLP receiver over HTTP, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** Share of the traces that are recorded: 0 to 1. */
  ratio: number;
};

/** Named by OpenTelemetry. `OTEL_EXPORTER_OTLP_HEADERS` is read by its exporter. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be a URL that begins with 'https://' or 'http://'" })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('bookswap'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

type Variables = z.infer<z.ZodObject<typeof tracingVariables>>;

export function toTracingConfig(env: Variables): TracingConfig | null {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '');
  return { endpoint, serviceName: env.OTEL_SERVICE_NAME, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}
