import { CONSENT_NAMES } from './consents.ts';

/**
 * What a text of the school is made of, as pages draw it: words, and elements with parts of their own. Never HTML. The parts of
 * a picture are what it shows, for those who don't see it. R605
 */
export type TextPart = string | { tag: TextTag; href?: string | undefined; parts: TextPart[] };

export type TextTag =
  | 'h1'
  | 'h2'
  | 'h3'
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'a'
  | 'blockquote'
  | 'br'
  | 'hr'
  | 'img';

/** The texts that are pages. The refund policy has one before and one after its periods. */
export const PAGE_TEXTS = [
  'about',
  'questions',
  'terms',
  'privacy',
  'refundPolicy',
  'refundCases',
] as const;
export type PageText = (typeof PAGE_TEXTS)[number];

/** All texts that a director writes. */
export const TEXT_NAMES = [...PAGE_TEXTS, ...CONSENT_NAMES] as const;
export type TextName = (typeof TEXT_NAMES)[number];

/** The texts to which somebody agrees by paying by card. R635 */
export const PAID_TEXTS = ['terms', 'refundPolicy', 'refundCases'] as const;

/** A text as people read it, with its version: the day on which it was saved (yyyy-mm-dd), and `.2` for the second one of a day. */
export type Text = { version: string; parts: TextPart[] };

/** The most characters of a text. */
export const MAX_TEXT = 40_000;
