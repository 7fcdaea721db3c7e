/// <reference lib="dom" />
import {
  DIGITS,
  formatExpiry,
  formatNumber,
  type InputName,
  keepDigits,
  validateInput,
} from './card-field/card-rules.ts';
import {
  CARD_FIELD_HELLO,
  type FieldOptions,
  type FromField,
  type StripeJsError,
  type StyleVariant,
  type ToField,
} from './messages.ts';
import { callApi } from './stripe/api.ts';

/** The script inside the frame of a card element. It sends the card's number to Stripe's API only. */
const NAMES: InputName[] = ['number', 'expiry', 'cvc'];
const inputs = Object.fromEntries(
  NAMES.map((name) => [name, document.getElementById(name) as HTMLInputElement]),
) as Record<InputName, HTMLInputElement>;
const form = document.getElementById('form') as HTMLFormElement;
const icon = document.getElementById('icon') as HTMLElement;
const spoken = document.getElementById('problem') as HTMLElement;

let port: MessagePort | undefined;
/** Inputs that the person has left or tried to pay with. Only these are reported as incomplete. */
const left = new Set<InputName>();

/** What is wrong with an input, if it is time to say so. */
function findProblem(name: InputName): StripeJsError | undefined {
  const error = validateInput(name, inputs[name].value, new Date());
  return error?.code?.startsWith('incomplete') && !left.has(name) ? undefined : error;
}

function post(message: FromField): void {
  port?.postMessage(message);
}

/** Shows what is wrong here, and tells the page. @returns the first thing that is wrong */
function refresh(): StripeJsError | undefined {
  const error = NAMES.map(findProblem).find(Boolean);
  for (const name of NAMES) {
    const input = inputs[name];
    const invalid = findProblem(name) !== undefined;
    input.classList.toggle('invalid', invalid);
    input.setAttribute('aria-invalid', String(invalid));
  }
  spoken.textContent = error?.message ?? '';
  icon.classList.toggle('invalid', error !== undefined);
  post({ type: 'change', error });
  return error;
}

/** Sets the formatted value, with the caret after the same digit as before. */
function reformat(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = keepDigits(input.value.slice(0, caret)).length;
  input.value = value;
  let position = value.length;
  if (!atEnd) {
    position = 0;
    for (let seen = 0; seen < digitsBefore && position < value.length; position += 1) {
      if (/\d/.test(value.charAt(position))) seen += 1;
    }
  }
  if (document.activeElement === input) input.setSelectionRange(position, position);
}

function moveFocus(from: InputName, step: 1 | -1): void {
  const name = NAMES[NAMES.indexOf(from) + step];
  if (name) inputs[name].focus();
}

function handleInput(name: InputName, { inputType = '' }: InputEvent): void {
  const input = inputs[name];
  const deleting = inputType.startsWith('delete');
  if (name === 'number') reformat(input, formatNumber(input.value));
  if (name === 'expiry') reformat(input, formatExpiry(input.value, deleting));
  if (name === 'cvc') reformat(input, keepDigits(input.value).slice(0, DIGITS.cvc));
  refresh();
  const atEnd = input.selectionStart === input.value.length;
  const isDone = keepDigits(input.value).length === DIGITS[name] && !findProblem(name);
  // Autofill changes inputs without the focus.
  const isTyped = document.activeElement === input && !deleting && atEnd;
  if (isTyped && isDone) moveFocus(name, 1);
}

function setOptions({ style }: FieldOptions): void {
  applyStyle(style);
  refresh();
}

/** Calls Stripe's API with the card, unless something is wrong with it. Answers through the port. */
async function send({ id, request }: Extract<ToField, { type: 'send' }>): Promise<void> {
  NAMES.forEach((name) => left.add(name));
  const error = refresh();
  if (error) {
    post({ type: 'answer', id, result: { ok: false, error } });
    return;
  }
  const { number, expiry, cvc } = inputs;
  const [month = '', year = ''] = expiry.value.split(' / ');
  const card = 'payment_method_data[card]';
  const params = {
    ...request.params,
    [`${card}[number]`]: keepDigits(number.value),
    [`${card}[exp_month]`]: month,
    [`${card}[exp_year]`]: year,
    [`${card}[cvc]`]: cvc.value,
  };
  const result = await callApi(location.origin, { ...request, params });
  post({ type: 'answer', id, result });
}

function receive(message: ToField): void {
  switch (message.type) {
    case 'options':
      return setOptions(message.options);
    case 'focus':
      return inputs.number.focus();
    case 'send':
      void send(message);
  }
}

for (const name of NAMES) {
  const input = inputs[name];
  input.addEventListener('input', (event) => handleInput(name, event as InputEvent));
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Backspace' && input.value === '') moveFocus(name, -1);
  });
  input.addEventListener('blur', () => {
    if (input.value !== '') left.add(name);
    refresh();
  });
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  post({ type: 'submit' });
});
window.addEventListener('message', ({ data, source, ports: [first] }: MessageEvent) => {
  const hello = data as { type?: string; options: FieldOptions } | null;
  // Our content security policy says who may be our parent.
  if (port || source !== window.parent || hello?.type !== CARD_FIELD_HELLO || !first) return;
  port = first;
  port.addEventListener('message', ({ data: message }: MessageEvent<ToField>) => receive(message));
  port.start();
  setOptions(hello.options);
  new ResizeObserver(() => post({ type: 'height', height: Math.ceil(form.offsetHeight) })).observe(
    form,
  );
  post({ type: 'ready' });
});

/** What each variant applies to. `base` includes the line, so that its widths fit the font. */
const SELECTORS = { base: ['#line', 'input'], invalid: ['input.invalid'] };
const ICONS = { base: '#icon', invalid: '#icon.invalid' };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Makes the inputs look as the app wants them to. */
function applyStyle(style: FieldOptions['style'] = {}): void {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const variant of ['base', 'invalid'] as const) {
    const { iconColor, ...rules } = style[variant] ?? {};
    for (const selector of SELECTORS[variant]) addRules(selector, rules);
    if (typeof iconColor === 'string') addRules(ICONS[variant], { color: iconColor });
  }
}

function addRules(selector: string, variant: StyleVariant): void {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  for (const [name, value] of Object.entries(variant)) {
    if (typeof value !== 'string') {
      if (selector !== '#line') addRules(selector + name, value);
    } else if (rule instanceof CSSStyleRule) {
      const property = name.replace(/[A-Z]/g, '-$&').toLowerCase();
      rule.style.setProperty(property, value);
    }
  }
}
