/// <reference lib="dom" />
import type { ApiRequest, ApiResult, FieldOptions } from '../messages.ts';
import { IntegrationError } from './integration-error.ts';
import { NOT_MOUNTED, mountField, type MountedField } from './mounted-field.ts';

type Handler = (event?: object) => void;

/** The part of Stripe.js's card element that is used here: https://docs.stripe.com/js/element */
export interface CardElement {
  mount(target: HTMLElement): void;
  destroy(): void;
  update(options: FieldOptions): void;
  focus(): void;
  clear(): void;
  on(event: string, handler: Handler): CardElement;
  off(event: string, handler?: Handler): CardElement;
  /** Not in Stripe.js: makes an API call with the card in it, inside the frame that holds the card. */
  send(request: ApiRequest): Promise<ApiResult>;
}

/**
 * Makes a card element. The card is typed into a frame from our origin, so the page never holds it.
 * @param onDestroy called once, when the element is destroyed
 */
export function createCardElement(
  origin: string,
  given: FieldOptions,
  onDestroy: () => void,
): CardElement {
  let options = given;
  let handlers: { event: string; handler: Handler }[] = [];
  let destroyed = false;
  let mounted: MountedField | undefined;

  function emit(event: string, detail?: object): void {
    for (const entry of [...handlers]) if (entry.event === event) entry.handler(detail);
  }

  const element: CardElement = {
    mount(container) {
      if (destroyed) {
        throw new IntegrationError(
          'This Element has already been destroyed. Please create a new one.',
        );
      }
      if (mounted?.container === container) return;
      mounted?.remove();
      mounted = mountField(origin, container, options, emit);
    },
    destroy() {
      mounted?.remove();
      mounted = undefined;
      handlers = [];
      if (!destroyed) onDestroy();
      destroyed = true;
    },
    update(changes) {
      options = { ...options, ...changes };
      mounted?.post({ type: 'options', options });
    },
    focus: () => mounted?.focus(),
    clear: () => mounted?.post({ type: 'clear' }),
    on(event, handler) {
      handlers.push({ event, handler });
      return element;
    },
    off(event, handler) {
      handlers = handlers.filter(
        (entry) => entry.event !== event || (handler !== undefined && entry.handler !== handler),
      );
      return element;
    },
    send(request) {
      if (mounted) return mounted.send(request);
      return Promise.reject(new IntegrationError(NOT_MOUNTED));
    },
  };
  return element;
}
