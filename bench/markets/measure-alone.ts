import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { httpLoad } from '../load/http-load.ts';
import { interleave, type Measured, type Side } from '../load/interleave.ts';
import { milliseconds, type ReportRow, whole } from '../results/report.ts';
import { median } from '../results/statistics.ts';
import { cpuOf, memoryOf } from '../servers/process-usage.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

const STARTS = 5;
const pace = { rounds: 7, milliseconds: 2_000 };
const CONNECTIONS = 16;
/** What a directory and an edge may cost an installation that has one market. */
const TOLERANCE = 0.03;

let senders = 0;
const sender = () => {
  senders += 1;
  return `${20 + (senders % 180)}.${(senders >> 8) & 255}.${senders & 255}.1`;
};

/** Until a process has collected its garbage. */
type Rest = () => Promise<void>;

/** An installation alone, on an external PostgreSQL; beside that of another tree if there is one. */
export async function measureAlone(base: string | undefined, rest: Rest): Promise<ReportRow[]> {
  await using now = await Alone.open();
  if (base === undefined) return describe(now, rest);
  await using before = await Alone.open(base);
  const starts: [number[], number[]] = [[], []];
  for (let count = 0; count <= STARTS; count += 1) {
    for (const [index, one] of [now, before].entries()) {
      const taken = await one.restart();
      // The first start makes the tables.
      if (count > 0) starts[index]!.push(taken);
    }
  }
  const rows = [compared('Start, CPU', median(starts[0]), median(starts[1]), 's')];
  await rest();
  rows.push(compared('PSS at rest', now.memory(), before.memory(), 'MB'));
  for (const [figure, path] of requests) {
    const { product, reference } = await interleave(now.side(path), before.side(path), pace);
    rows.push(
      compared(`${figure}, CPU`, product.cpu!, reference.cpu!, 'µs'),
      rateBeside(figure, product, reference),
    );
  }
  return rows;
}

const requests = [
  ['Cached list', '/api/books'],
  ['Home from cache', '/'],
] as const;

async function describe(now: Alone, rest: Rest): Promise<ReportRow[]> {
  await now.restart();
  const start = await now.restart();
  await rest();
  const rows: ReportRow[] = [
    { figure: 'Alone: start, CPU', measured: `${start.toFixed(2)} s` },
    { figure: 'Alone: PSS at rest', measured: `${now.memory().toFixed(0)} MB` },
  ];
  for (const [figure, path] of requests) {
    const side = now.side(path);
    const { product } = await interleave(side, side, { ...pace, rounds: 2 });
    rows.push({ figure: `Alone: ${figure}`, measured: rate(product) });
  }
  return rows;
}

const rate = ({ perSecond, p95 }: Measured) => `${whole(perSecond)}/s · p95 ${milliseconds(p95)} ms`;

/** Load of the machine changes rates more than CPU, so they have no aim. */
const rateBeside = (figure: string, now: Measured, before: Measured): ReportRow => ({
  figure: `Alone: ${figure} · base`,
  measured: rate(now),
  reference: rate(before),
  ratio: now.perSecond / before.perSecond,
});

function compared(figure: string, now: number, before: number, unit: string): ReportRow {
  const ratio = now / before;
  const text = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ${unit}`;
  return {
    figure: `Alone: ${figure} · base`,
    measured: text(now),
    reference: text(before),
    ratio,
    aim: { text: `≤ ${1 + TOLERANCE}`, met: ratio <= 1 + TOLERANCE },
  };
}

class Alone implements AsyncDisposable {
  readonly #product: BuiltProduct;
  readonly #port: number;
  readonly #opened: AsyncDisposableStack;

  private constructor(product: BuiltProduct, port: number, opened: AsyncDisposableStack) {
    this.#product = product;
    this.#port = port;
    this.#opened = opened;
  }

  static async open(tree?: string): Promise<Alone> {
    await using opening = new AsyncDisposableStack();
    const cluster = await startPostgres({ durable: true });
    opening.defer(() => cluster.stop());
    const { path: dataDir } = opening.use(temporaryDirectory());
    const port = await freePort();
    const product = new BuiltProduct({
      port,
      dataDir,
      variables: { DATABASE_URL: cluster.url, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' },
      ...(tree !== undefined && { tree }),
    });
    opening.defer(async () => void (await product.stop()));
    return new Alone(product, port, opening.move());
  }

  /** Returns the CPU time of the start in seconds. */
  async restart(): Promise<number> {
    await this.#product.stop();
    await this.#product.start();
    return this.#cpu() / 1e6;
  }

  /** In megabytes. */
  memory(): number {
    return (memoryOf(this.#product.pid!)?.pss ?? NaN) / 2 ** 20;
  }

  side(path: string): Side {
    return {
      run: (milliseconds) =>
        httpLoad({ port: this.#port, path: () => path, sender, connections: CONNECTIONS, milliseconds }),
      cpu: async () => this.#cpu(),
    };
  }

  #cpu(): number {
    return cpuOf(this.#product.pid!);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}
