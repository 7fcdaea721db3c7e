import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { MailWords } from '@speakifyr/contract/school-schema.ts';

/** An email of a kind with words that are not saved yet. */
export type SampleMail = { kind: MailKind; mail: MailWords };
