import { createRoot, type Root } from 'react-dom/client';
import type { StripeError } from '@stripe/stripe-js';
import { CardFields } from './card-fields.tsx';
import { type CardField, type CardErrors, cardFields, emptyCard, validateCard } from './card-rules.ts';

type Handler = (event: object) => unknown;
type Options = { readOnly?: boolean };

/** The sandbox's Payment Element: the fields of a card, in the page itself. Behaves like the real one towards whoever mounts it. */
export class CardElement {
  #card = emptyCard;
  #problems: CardErrors = {};
  #focus: { field: CardField } | null = null;
  #options: Options;
  #root: Root | null = null;
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(options: Options = {}) {
    this.#options = options;
  }

  get card() {
    return this.#card;
  }

  readonly on = (type: string, handler: Handler): this => {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    // There is nothing to wait for; whoever listens late is told as well.
    if (type === 'ready' && this.#root !== null) queueMicrotask(() => handler({ elementType: 'payment' }));
    return this;
  };

  readonly once = (type: string, handler: Handler): this => {
    const only: Handler = (event) => {
      this.off(type, only);
      return handler(event);
    };
    return this.on(type, only);
  };

  readonly off = (type: string, handler?: Handler): this => {
    if (handler === undefined) this.#handlers.delete(type);
    else this.#handlers.get(type)?.delete(handler);
    return this;
  };

  mount(place: string | HTMLElement): void {
    const element = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (element === null) throw new Error(`There is no ${String(place)} to mount the card's fields in`);
    this.#root = createRoot(element, { identifierPrefix: 'card' });
    this.#render();
    this.#emit('ready');
  }

  unmount(): void {
    const root = this.#root;
    this.#root = null;
    // Not while the page around it is being rendered.
    queueMicrotask(() => root?.unmount());
  }

  destroy(): void {
    this.unmount();
    this.#handlers.clear();
  }

  update(options: Options): void {
    this.#options = { ...this.#options, ...options };
    this.#render();
  }

  focus(): void {
    this.#focus = { field: 'number' };
    this.#render();
  }

  /** What hinders sending, shown at its field; the first of these is gone to. */
  validate(): StripeError | null {
    this.#problems = validateCard(this.#card, new Date());
    const first = cardFields.find((field) => this.#problems[field] !== undefined);
    if (first === undefined) return null;
    this.#focus = { field: first };
    this.#render();
    return { type: 'validation_error', code: `incomplete_${first}`, message: this.#problems[first]! };
  }

  #emit(type: string, event: object = {}): void {
    for (const handler of this.#handlers.get(type) ?? []) handler({ elementType: 'payment', ...event });
  }

  #input(field: CardField, value: string): void {
    this.#card = { ...this.#card, [field]: value };
    const { [field]: _mended, ...others } = this.#problems;
    this.#problems = others;
    this.#render();
    this.#emit('change', {
      complete: Object.keys(validateCard(this.#card, new Date())).length === 0,
      empty: cardFields.every((name) => this.#card[name] === ''),
      collapsed: false,
      value: { type: 'card' },
    });
  }

  /** A field that was left half-done speaks for itself; an empty one waits for the button. */
  #leave(field: CardField): void {
    const problem = validateCard(this.#card, new Date())[field];
    if (this.#card[field] === '' || problem === undefined) return;
    this.#problems = { ...this.#problems, [field]: problem };
    this.#render();
  }

  #render(): void {
    this.#root?.render(
      <CardFields
        initial={this.#card}
        problems={this.#problems}
        focus={this.#focus}
        readOnly={this.#options.readOnly ?? false}
        onInput={(field, value) => this.#input(field, value)}
        onLeave={(field) => this.#leave(field)}
      />,
    );
  }
}
