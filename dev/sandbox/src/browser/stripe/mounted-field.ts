/// <reference lib="dom" />
import {
  CARD_FIELD_HELLO,
  type ApiRequest,
  type ApiResult,
  type FieldOptions,
  type FieldState,
  type FromField,
  type ToField,
} from '../messages.ts';
import { IntegrationError } from './integration-error.ts';

/** Class names that the container wears, besides those of `options.classes`. */
const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

/** The options of a card element. */
export interface CardOptions extends FieldOptions {
  classes?: Partial<typeof CLASSES>;
}

let frameCount = 0;

/** Stripe.js's words for a field that is gone. */
export const NOT_MOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are ' +
  'attempting to use is still mounted.';

/** A field that stands on the page. */
export interface MountedField {
  container: HTMLElement;
  update(options: CardOptions): void;
  focus(): void;
  post(message: ToField): void;
  send(request: ApiRequest, prefix: string): Promise<ApiResult>;
  remove(): void;
}

/**
 * Puts a frame with a card field into a container.
 * @param emit hears the events that the app may listen to
 */
export function mountField(
  origin: string,
  container: HTMLElement,
  first: CardOptions,
  emit: (event: string, detail?: object) => void,
): MountedField {
  let options = first;
  let state: FieldState | undefined;
  let focused = false;
  const { port1: port, port2: farPort } = new MessageChannel();
  const waiting = new Map<number, (result: ApiResult | undefined) => void>();
  let nextId = 1;

  const frame = document.createElement('iframe');
  // The name that Stripe's own frames bear, so that a test finds either.
  frame.name = `__privateStripeFrame${(frameCount += 1)}`;
  frame.title = 'Secure card payment input frame';
  frame.src = `${origin}/stripe/card-field`;
  frame.addEventListener('load', () => {
    const hello = { type: CARD_FIELD_HELLO, options: pickFieldOptions(options) };
    frame.contentWindow?.postMessage(hello, origin, [farPort]);
  });
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '24px',
    border: '0',
    // A frame whose scheme differs from its page's would get an opaque ground.
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

  function showState(): void {
    const classes = { ...CLASSES, ...options.classes };
    const on = {
      base: true,
      complete: state?.complete === true,
      empty: state?.empty !== false,
      focus: focused,
      invalid: state?.error !== undefined,
    };
    for (const [name, isOn] of Object.entries(on)) {
      const words = classes[name as keyof typeof CLASSES].split(/\s+/).filter(Boolean);
      words.forEach((word) => container.classList.toggle(word, isOn));
    }
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
        state = message.state;
        showState();
        emit('change', { elementType: 'card', ...message.state });
        return;
      case 'focus':
      case 'blur':
        focused = message.type === 'focus';
        showState();
        emit(message.type, { elementType: 'card' });
        return;
      default:
        emit(message.type, { elementType: 'card' });
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<FromField>) => receive(data));
  port.start();
  label?.addEventListener('click', focusField);
  container.replaceChildren(frame);
  showState();

  return {
    container,
    update(changed) {
      options = changed;
      post({ type: 'options', options: pickFieldOptions(options) });
      showState();
    },
    focus: focusField,
    post,
    send(request, prefix) {
      const id = nextId++;
      post({ type: 'send', id, request, prefix });
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
      const names = Object.values({ ...CLASSES, ...options.classes });
      names
        .flatMap((name) => name.split(/\s+/))
        .filter(Boolean)
        .forEach((word) => {
          container.classList.remove(word);
        });
    },
  };
}

/** Only what the frame uses, and only what can be sent: an app may have put functions beside it. */
function pickFieldOptions({
  style,
  hidePostalCode,
  hideIcon,
  disabled,
  value,
}: CardOptions): FieldOptions {
  return JSON.parse(
    JSON.stringify({ style, hidePostalCode, hideIcon, disabled, value }),
  ) as FieldOptions;
}
