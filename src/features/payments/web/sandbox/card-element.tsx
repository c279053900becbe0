import { createRoot, type Root } from 'react-dom/client';
import type { StripeError } from '@stripe/stripe-js';
import { CardFields } from './card-fields.tsx';
import { type CardField, type CardErrors, cardFields, emptyCard, validateCard } from './card-rules.ts';

type Handler = (event: object) => unknown;
type Options = { readOnly?: boolean };

/** The sandbox's Payment Element: the fields of a card, in the page. Has the part of Stripe's own that React calls. */
export class CardElement {
  #card = emptyCard;
  #errors: CardErrors = {};
  #focus: { field: CardField } | null = null;
  #options: Options;
  #root: Root | null = null;
  readonly #handlers = new Map<string, Handler>();

  constructor(options: Options = {}) {
    this.#options = options;
  }

  get card() {
    return this.#card;
  }

  readonly on = (type: string, handler: Handler): void => {
    this.#handlers.set(type, handler);
    // A handler that comes after `mount` gets the event, too.
    if (type === 'ready' && this.#root !== null) queueMicrotask(() => handler({ elementType: 'payment' }));
  };

  readonly off = (type: string): void => void this.#handlers.delete(type);

  mount(element: HTMLElement): void {
    this.#root = createRoot(element, { identifierPrefix: 'card' });
    this.#render();
    this.#emit('ready');
  }

  destroy(): void {
    const root = this.#root;
    this.#root = null;
    // React cannot unmount a root while it renders another.
    queueMicrotask(() => root?.unmount());
  }

  update(options: Options): void {
    this.#options = options;
    this.#render();
  }

  /** Shows the error of each field, focuses the first one and returns it; null for a complete card. */
  validate(): StripeError | null {
    this.#errors = validateCard(this.#card, new Date());
    const first = cardFields.find((field) => this.#errors[field] !== undefined);
    if (first === undefined) return null;
    this.#focus = { field: first };
    this.#render();
    return { type: 'validation_error', code: `incomplete_${first}`, message: this.#errors[first]! };
  }

  #emit(type: string): void {
    this.#handlers.get(type)?.({ elementType: 'payment' });
  }

  #input(field: CardField, value: string): void {
    this.#card = { ...this.#card, [field]: value };
    const { [field]: _corrected, ...others } = this.#errors;
    this.#errors = others;
    this.#render();
    this.#emit('change');
  }

  /** Shows the error of a half-filled field. An empty field shows its error when the form is submitted. */
  #leave(field: CardField): void {
    const error = validateCard(this.#card, new Date())[field];
    if (this.#card[field] === '' || error === undefined) return;
    this.#errors = { ...this.#errors, [field]: error };
    this.#render();
  }

  #render(): void {
    this.#root?.render(
      <CardFields
        initial={this.#card}
        errors={this.#errors}
        focus={this.#focus}
        readOnly={this.#options.readOnly ?? false}
        onInput={(field, value) => this.#input(field, value)}
        onLeave={(field) => this.#leave(field)}
      />,
    );
  }
}
