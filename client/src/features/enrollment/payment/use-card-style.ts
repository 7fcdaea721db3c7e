import type { StripeElementStyle } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

/**
 * The style of Stripe's card field, in the colors of the current theme. The field is inside Stripe's own frame, where
 * our style sheet does not apply, so it gets plain values, and new ones when the theme changes.
 */
export function useCardStyle(): StripeElementStyle {
  const text = useSyncExternalStore(watchTheme, () => readToken('--color-base-content'));
  const error = useSyncExternalStore(watchTheme, () => readToken('--color-error'));
  const icon = useSyncExternalStore(watchTheme, () => readToken('--color-primary'));
  return useMemo(
    () => ({
      base: {
        color: text,
        iconColor: icon,
        fontFamily: 'Figtree, system-ui, sans-serif',
        // Below 16 px phones zoom into the field.
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: fade(text) },
      },
      invalid: { color: error, iconColor: error },
    }),
    [text, error, icon],
  );
}

function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** 70 % of a color: contrast above 4.5:1 on a card, but clearly a placeholder. */
function fade(color: string): string {
  return /^#[\da-f]{6}$/i.test(color) ? `${color}b3` : color;
}

/** The theme follows the system, or the theme switch, which sets an attribute of the page. */
function watchTheme(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const page = new MutationObserver(onChange);
  page.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    page.disconnect();
    system.removeEventListener('change', onChange);
  };
}
