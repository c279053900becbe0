import type { SendMailOptions } from 'nodemailer';
import { createMailServerWatch } from './watch-mail-server.ts';

export type MailTransport = {
  send(mail: SendMailOptions): Promise<unknown>;
  /** Called when the connection was lost: the server is watched until it is back. */
  onLost(): void;
};

type Shared = MailTransport & { readonly onBack: Set<() => Promise<void>> };

/** Milliseconds that a mail server may take for a step. */
const SMTP_TIMEOUT_MS = 20_000;

/** The mail servers of a process: each is reached, and watched while it is away, once for all markets. */
export class MailTransports {
  readonly #byUrl = new Map<string, Promise<Shared>>();

  openMarket(): MailTransportsOfMarket {
    return new MailTransportsOfMarket((url) => this.#open(url));
  }

  #open(url: string): Promise<Shared> {
    const transport = this.#byUrl.get(url) ?? openTransport(url);
    this.#byUrl.set(url, transport);
    return transport;
  }
}

export class MailTransportsOfMarket {
  readonly #find: (url: string) => Promise<Shared>;
  readonly #ends: (() => void)[] = [];

  constructor(find: (url: string) => Promise<Shared>) {
    this.#find = find;
  }

  /** `onBack` is called when a lost server responds again. */
  async open(url: string, onBack: () => Promise<void>): Promise<MailTransport> {
    const transport = await this.#find(url);
    transport.onBack.add(onBack);
    this.#ends.push(() => transport.onBack.delete(onBack));
    return transport;
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

async function openTransport(url: string): Promise<Shared> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const onBack = new Set<() => Promise<void>>();
  const onLost = createMailServerWatch({
    greet: () => transport.verify(),
    onBack: () => notifyAll([...onBack]),
  });
  return { send: (mail) => transport.sendMail(mail), onLost, onBack };
}

/** Rejects if nobody could be told. A market whose database is away hears of it from its own jobs. */
async function notifyAll(listeners: readonly (() => Promise<void>)[]): Promise<void> {
  if (listeners.length === 0) return;
  await Promise.any(listeners.map((listener) => listener()));
}
