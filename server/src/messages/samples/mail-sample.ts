import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { PropsOf } from '../kinds/all.ts';

export type Sample<K extends MailKind = MailKind> = {
  kind: K;
  /** Names the sample among those of its kind. */
  variant: string;
  props: PropsOf<K>;
};

export function makeSample<K extends MailKind>(
  kind: K,
  variant: string,
  props: PropsOf<K>,
): Sample {
  return { kind, variant, props } as Sample;
}
