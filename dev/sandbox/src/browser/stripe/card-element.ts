/// <reference lib="dom" />
import type { ApiRequest, ApiResult } from '../messages.ts';
import { IntegrationError } from './integration-error.ts';
import { NOT_MOUNTED, mountField, type CardOptions, type MountedField } from './mounted-field.ts';

type Handler = (event?: object) => void;

/** The card element of Stripe.js, as its own documentation describes it: https://docs.stripe.com/js/element */
export interface CardElement {
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: CardOptions): void;
  focus(): void;
  blur(): void;
  clear(): void;
  on(event: string, handler: Handler): CardElement;
  once(event: string, handler: Handler): CardElement;
  off(event: string, handler?: Handler): CardElement;
  /** Ours: makes an API call with the card in it, inside the frame that holds the card. */
  send(request: ApiRequest, prefix: string): Promise<ApiResult>;
}

/**
 * Makes a card element. The card is typed into a frame from our origin, so the page never holds it.
 * @param onDestroy called once, when the element is given up
 */
export function createCardElement(
  origin: string,
  given: CardOptions,
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
    mount(target) {
      if (destroyed) {
        throw new IntegrationError(
          'This Element has already been destroyed. Please create a new one.',
        );
      }
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(container instanceof HTMLElement)) {
        throw new IntegrationError(
          `The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`,
        );
      }
      if (mounted?.container === container) return;
      mounted?.remove();
      mounted = mountField(origin, container, options, emit);
    },
    unmount() {
      mounted?.remove();
      mounted = undefined;
    },
    destroy() {
      element.unmount();
      handlers = [];
      if (!destroyed) onDestroy();
      destroyed = true;
    },
    update(changes) {
      options = { ...options, ...changes };
      mounted?.update(options);
    },
    focus: () => mounted?.focus(),
    blur: () => mounted?.post({ type: 'blur' }),
    clear: () => mounted?.post({ type: 'clear' }),
    on(event, handler) {
      handlers.push({ event, handler });
      return element;
    },
    once(event, handler) {
      const entry = {
        event,
        handler(detail?: object) {
          handlers = handlers.filter((other) => other !== entry);
          handler(detail);
        },
      };
      handlers.push(entry);
      return element;
    },
    off(event, handler) {
      handlers = handlers.filter(
        (entry) => entry.event !== event || (handler !== undefined && entry.handler !== handler),
      );
      return element;
    },
    send(request, prefix) {
      if (mounted) return mounted.send(request, prefix);
      return Promise.reject(new IntegrationError(NOT_MOUNTED));
    },
  };
  return element;
}
