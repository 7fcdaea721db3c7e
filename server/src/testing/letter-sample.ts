import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { FactsOf } from '../messages/letters/facts.ts';

export type Sample<K extends MailKind = MailKind> = {
  kind: K;
  /** Names the sample among those of its kind. */
  variant: string;
  facts: FactsOf<K>;
};

export function makeSample<K extends MailKind>(
  kind: K,
  variant: string,
  facts: FactsOf<K>,
): Sample {
  return { kind, variant, facts } as Sample;
}
