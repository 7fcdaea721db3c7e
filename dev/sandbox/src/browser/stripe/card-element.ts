/// <reference lib="dom" />
import {
  type ApiRequest,
  type ApiResult,
  CARD_FIELD_HELLO,
  type FieldOptions,
  type FromField,
  type ToField,
} from '../messages.ts';

type Handler = (event?: object) => void;

/** The part of Stripe.js's card element that is used here: https://docs.stripe.com/js/element */
export interface CardElement {
  mount(target: HTMLElement): void;
  destroy(): void;
  update(options: FieldOptions): void;
  focus(): void;
  on(event: string, handler: Handler): CardElement;
  off(event: string, handler: Handler): CardElement;
  /** Not in Stripe.js: makes an API call with the card in it, inside the frame that holds the card. */
  send(request: ApiRequest): Promise<ApiResult>;
}

/** The card is typed into a frame from our origin, so the page never holds it. */
export function createCardElement(
  origin: string,
  given: FieldOptions,
  onDestroy: () => void,
): CardElement {
  let options = given;
  let handlers: { event: string; handler: Handler }[] = [];
  let mounted: ReturnType<typeof mountField> | undefined;

  function emit(event: string, detail?: object): void {
    for (const entry of [...handlers])
      if (entry.event === event) entry.handler({ elementType: 'card', ...detail });
  }

  const element: CardElement = {
    mount(container) {
      mounted?.remove();
      mounted = mountField(origin, container, options, emit);
    },
    destroy() {
      mounted?.remove();
      mounted = undefined;
      handlers = [];
      onDestroy();
    },
    update(changes) {
      options = { ...options, ...changes };
      mounted?.post({ type: 'options', options });
    },
    focus: () => mounted?.focus(),
    on(event, handler) {
      handlers.push({ event, handler });
      return element;
    },
    off(event, handler) {
      handlers = handlers.filter((entry) => entry.event !== event || entry.handler !== handler);
      return element;
    },
    send(request) {
      if (mounted) return mounted.send(request);
      return Promise.reject(new IntegrationError(NOT_MOUNTED));
    },
  };
  return element;
}

let frameCount = 0;

/** The message of Stripe.js for a field that is gone. */
const NOT_MOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are ' +
  'attempting to use is still mounted.';

/** Puts a frame with a card field into a container. @param emit gets the events that the app may listen to */
function mountField(
  origin: string,
  container: HTMLElement,
  options: FieldOptions,
  emit: (event: string, detail?: object) => void,
) {
  const { port1: port, port2: farPort } = new MessageChannel();
  const waiting = new Map<number, (result: ApiResult | undefined) => void>();
  let nextId = 1;

  const frame = document.createElement('iframe');
  // The same name as Stripe's own frames, so that tests find both.
  frame.name = `__privateStripeFrame${(frameCount += 1)}`;
  frame.title = 'Secure card payment input frame';
  frame.src = `${origin}/stripe/card-field`;
  frame.addEventListener('load', () => {
    frame.contentWindow?.postMessage({ type: CARD_FIELD_HELLO, options }, origin, [farPort]);
  });
  // A frame with another color scheme than its page would get an opaque background.
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '24px',
    border: '0',
    colorScheme: 'light',
  });

  function post(message: ToField): void {
    port.postMessage(message);
  }

  function receive(message: FromField): void {
    switch (message.type) {
      case 'height':
        frame.style.height = `${message.height}px`;
        return;
      case 'answer':
        waiting.get(message.id)?.(message.result);
        waiting.delete(message.id);
        return;
      case 'submit':
        container.closest('form')?.requestSubmit();
        return;
      case 'change':
        emit('change', { error: message.error });
        return;
      case 'ready':
        emit('ready');
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<FromField>) => receive(data));
  port.start();
  container.replaceChildren(frame);

  return {
    focus(): void {
      frame.focus();
      post({ type: 'focus' });
    },
    post,
    send(request: ApiRequest): Promise<ApiResult> {
      const id = nextId++;
      post({ type: 'send', id, request });
      return new Promise((resolve, reject) => {
        waiting.set(id, (result) => {
          if (result) resolve(result);
          else reject(new IntegrationError(NOT_MOUNTED));
        });
      });
    },
    remove(): void {
      port.close();
      waiting.forEach((settle) => settle(undefined));
      frame.remove();
    },
  };
}

/** Stripe.js throws this when developers use it wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
