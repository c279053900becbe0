type Sample = { name: string; labels: Record<string, string>; value: number };
type Metric = { type: string; help: string; samples: Sample[] };

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;
const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped']);

/** Parses Prometheus text (0.0.4) as strictly as Prometheus does. Throws what is wrong with it. */
export function parsePrometheusText(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line must end');
  const metrics = new Map<string, Metric>();
  const seen = new Set<string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment !== null) describe(metrics, comment as unknown as [string, string, string, string]);
    else {
      const sample = parseSample(line);
      const metric = metrics.get(sample.name) ?? metrics.get(sample.name.replace(/_(bucket|sum|count)$/, ''));
      if (metric === undefined || metric.type === '') throw new Error(`No TYPE before: ${line}`);
      const pairs = Object.entries(sample.labels).map((pair) => pair.join('='));
      const identity = [sample.name, ...pairs.toSorted((one, other) => one.localeCompare(other))].join(' ');
      if (seen.has(identity)) throw new Error(`Twice: ${line}`);
      seen.add(identity);
      metric.samples.push(sample);
    }
  }
  return metrics;
}

function describe(metrics: Map<string, Metric>, [line, kind, name, rest]: [string, string, string, string]) {
  if (!METRIC_NAME.test(name)) throw new Error(`Not a name: ${line}`);
  const metric = metrics.get(name) ?? { type: '', help: '', samples: [] };
  if (metric.samples.length > 0) throw new Error(`Behind its samples: ${line}`);
  if (kind === 'TYPE' && !TYPES.has(rest)) throw new Error(`Not a type: ${line}`);
  metrics.set(name, kind === 'TYPE' ? { ...metric, type: rest } : { ...metric, help: rest });
}

function parseSample(line: string): Sample {
  const [, name, inner = '', number] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`Not a sample: ${line}`);
  const value = Number(number!.replace('+Inf', 'Infinity').replace('-Inf', '-Infinity'));
  // Prometheus takes any case: prom-client writes 'Nan'.
  if (Number.isNaN(value) && number!.toLowerCase() !== 'nan') throw new Error(`Not a number: ${line}`);
  const labels: Record<string, string> = {};
  let end = 0;
  for (const [whole, label, text] of inner.matchAll(LABEL)) {
    labels[label!] = text!;
    end += whole.length;
  }
  if (end !== inner.length) throw new Error(`Not labels: ${line}`);
  return { name, labels, value };
}
