/// <reference lib="dom" />
import type { FieldOptions, StyleVariant } from '../messages.ts';

/** What each variant applies to. `base` includes the line, so that its widths fit the font. */
const SELECTORS = { base: ['#line', 'input'], invalid: ['input.invalid'] };
const ICONS = { base: '#icon', invalid: '#icon.invalid' };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Makes the inputs look as the app wants them to. */
export function applyStyle(style: FieldOptions['style'] = {}): void {
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
