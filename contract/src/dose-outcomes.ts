/** What became of a medicine that was due. Apart from safety.ts, so that the browser loads no zod. */
export const DOSE_OUTCOMES = ['given', 'refused', 'missed'] as const;
export type DoseOutcome = (typeof DOSE_OUTCOMES)[number];
