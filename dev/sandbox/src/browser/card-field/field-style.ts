/// <reference lib="dom" />
import type { FieldOptions, StyleVariant } from '../messages.ts';

/** The properties that Stripe lets an app set inside its frames, in CSS's own names. */
const PROPERTIES: Record<string, string> = {
  backgroundColor: 'background-color',
  color: 'color',
  fontFamily: 'font-family',
  fontSize: 'font-size',
  fontStyle: 'font-style',
  fontVariant: 'font-variant',
  fontWeight: 'font-weight',
  letterSpacing: 'letter-spacing',
  lineHeight: 'line-height',
  textAlign: 'text-align',
  textDecoration: 'text-decoration',
  textShadow: 'text-shadow',
  textTransform: 'text-transform',
};
const PSEUDO_CLASSES = [
  ':hover',
  ':focus',
  '::placeholder',
  '::selection',
  ':disabled',
  ':-webkit-autofill',
];

/** What each variant applies to; `base` also reaches the line around, so that its widths fit the font. */
const SELECTORS = {
  base: ['#line', 'input'],
  complete: ['input.complete'],
  empty: ['input.empty'],
  invalid: ['input.invalid'],
};

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Makes the inputs look as the app wants them to. */
export function applyStyle(style: FieldOptions['style'] = {}): void {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const [variant, selectors] of Object.entries(SELECTORS)) {
    const rules = style[variant as keyof typeof SELECTORS] ?? {};
    for (const selector of selectors) addRules(selector, rules);
    const icon = rules['iconColor'];
    if (typeof icon === 'string') {
      addRule(variant === 'base' ? '#icon' : `#icon.${variant}`, { color: icon });
    }
  }
}

function addRules(selector: string, variant: StyleVariant): void {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(variant)) {
    const property = PROPERTIES[name];
    if (property && typeof value === 'string') properties[property] = value;
    if (PSEUDO_CLASSES.includes(name) && typeof value === 'object' && selector !== '#line') {
      addRules(selector + name, value);
    }
  }
  addRule(selector, properties);
}

function addRule(selector: string, properties: Record<string, string>): void {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  if (!(rule instanceof CSSStyleRule)) return;
  // Set one by one: a value can't break out into a rule of its own.
  for (const [property, value] of Object.entries(properties))
    rule.style.setProperty(property, value);
}
