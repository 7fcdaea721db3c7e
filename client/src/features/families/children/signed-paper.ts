import type { Paper } from '@speakifyr/contract/paper-form.ts';

/** A paper whose content the office enters, and the name of the guardian who has signed it. */
export type SignedPaper = { paper: Paper; signer: string };
