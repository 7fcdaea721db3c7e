/// <reference lib="dom" />
import {
  type ApiRequest,
  type ApiResult,
  CARD_FIELD_HELLO,
  type FieldOptions,
  type FieldState,
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

/** The class of the container. While a state holds, it also has the class of that state. */
const CLASS = 'StripeElement';

let frameCount = 0;

/** The message of Stripe.js for a field that is gone. */
const NOT_MOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are ' +
  'attempting to use is still mounted.';

/** A card field on the page. */
export interface MountedField {
  container: HTMLElement;
  focus(): void;
  post(message: ToField): void;
  send(request: ApiRequest): Promise<ApiResult>;
  remove(): void;
}

/**
 * Puts a frame with a card field into a container.
 * @param emit gets the events that the app may listen to
 */
function mountField(
  origin: string,
  container: HTMLElement,
  options: FieldOptions,
  emit: (event: string, detail?: object) => void,
): MountedField {
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

  const label = container.id
    ? document.querySelector(`label[for="${CSS.escape(container.id)}"]`)
    : null;
  function focusField(): void {
    frame.focus();
    post({ type: 'focus' });
  }

  function post(message: ToField): void {
    port.postMessage(message);
  }

  function showState({ complete, empty, error }: FieldState): void {
    container.classList.toggle(`${CLASS}--complete`, complete);
    container.classList.toggle(`${CLASS}--empty`, empty);
    container.classList.toggle(`${CLASS}--invalid`, error !== undefined);
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
        showState(message.state);
        emit('change', { elementType: 'card', ...message.state });
        return;
      case 'focus':
      case 'blur':
        container.classList.toggle(`${CLASS}--focus`, message.type === 'focus');
        break;
      case 'escape':
      case 'ready':
    }
    emit(message.type, { elementType: 'card' });
  }

  port.addEventListener('message', ({ data }: MessageEvent<FromField>) => receive(data));
  port.start();
  label?.addEventListener('click', focusField);
  container.replaceChildren(frame);
  container.classList.add(CLASS, `${CLASS}--empty`);

  return {
    container,
    focus: focusField,
    post,
    send(request) {
      const id = nextId++;
      post({ type: 'send', id, request });
      return new Promise((resolve, reject) => {
        waiting.set(id, (result) => {
          if (result) resolve(result);
          else reject(new IntegrationError(NOT_MOUNTED));
        });
      });
    },
    remove() {
      port.close();
      waiting.forEach((settle) => settle(undefined));
      label?.removeEventListener('click', focusField);
      frame.remove();
      for (const name of [...container.classList])
        if (name.startsWith(CLASS)) container.classList.remove(name);
    },
  };
}

/** Stripe.js throws this when developers use it wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
