import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from './limits.ts';
import type { TextPart } from './text-parts.ts';

/**
 * The texts with which somebody agrees, as a new school starts with them: Markdown. The first paragraph is the sentence beside
 * the box, the rest is read on request. A director changes them. R620
 */
export const CONSENT_NAMES = ['healthConsent', 'photoConsent', 'partsConsent'] as const;
export type ConsentName = (typeof CONSENT_NAMES)[number];

/** The version of the words below. Who changes one of them changes it, so that families are asked again. */
export const FIRST_TEXT_VERSION = '2026-11-26';

const UNTIL = `Otherwise we erase it some time after {{child}}’s last class`;
const HOW_LONG = 'How long that is, is in our [privacy notes](/privacy).';

export const FIRST_CONSENTS: Record<ConsentName, string> = {
  healthConsent: `I agree that {{name}} keeps this information about {{child}}’s health, to take care of {{child}} at camp.

**Who sees this:** {{child}}’s guardians who may see it; the instructor of a class that {{child}} joins, from ${CARE_DAYS_BEFORE} days before its first day until ${CARE_DAYS_AFTER} day after its last; assistants and substitutes, on the days on which they look after that class; and the school’s admins. We record when each of them reads it. It is never in an email.

**Until when:** you can withdraw at any time, and then we erase it at once. ${UNTIL}. What our team writes down of medicine that it gave and of incidents stays longer, because the law asks for it. ${HOW_LONG}`,
  photoConsent: `I agree that {{name}} keeps this photo of {{child}}, so that the team recognizes {{child}}.

**Who sees it:** the instructor of a class that {{child}} joins, from ${CARE_DAYS_BEFORE} days before its first day until ${CARE_DAYS_AFTER} day after its last; assistants and substitutes, on the days on which they look after that class; the school’s admins; and {{child}}’s guardians who may see {{child}}. Nobody else: not other families, not the public.

**What for:** to recognize {{child}} when {{child}} arrives and leaves. It is only on the day list. Phones of the team keep it for the day, encrypted.

**Until when:** you can remove it at any time, and then we erase it at once. A phone that has no connection at that moment erases it at midnight. ${UNTIL}, and when you are no longer {{child}}’s guardian. ${HOW_LONG}`,
  partsConsent:
    'I pay {{now}} now. {{name}} saves my card at Stripe and charges it {{later}}. Together, that is the price of {{price}}: no interest and no fees. I can pay the rest earlier and change the card at any time. If the card is declined, the school tells me by email and may try again. My seat stays.',
};

/** What else than the school's facts is filled in, for each reader: the child’s name, or the amounts and their days. */
export const CONSENT_FACTS: Record<ConsentName, string[]> = {
  healthConsent: ['child'],
  photoConsent: ['child'],
  partsConsent: ['now', 'later', 'price'],
};

/** Fills in what differs for each reader. It stays words, whatever it contains. */
export function fillIn(parts: TextPart[], facts: Record<string, string>): TextPart[] {
  return parts.map((part) =>
    typeof part === 'string'
      ? part.replace(/\{\{(\w+)\}\}/g, (all, name: string) => facts[name] ?? all)
      : { ...part, parts: fillIn(part.parts, facts) },
  );
}

/** A text without its elements: a blank stands between two paragraphs. */
export function writePlain(parts: TextPart[]): string {
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : `${writePlain(part.parts)}${BREAK.has(part.tag) ? ' ' : ''}`,
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trimStart();
}
const BREAK = new Set(['h1', 'h2', 'h3', 'p', 'li', 'br', 'blockquote']);
