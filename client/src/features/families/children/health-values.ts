import type { HealthAnswer, StoredHealth } from '@speakifyr/contract/children.ts';

/** What the form about a child's health asks for. */
export type HealthValues = Pick<HealthAnswer, 'allergies' | 'medication' | 'notes'> & {
  /** `at` is empty if the medicine is given only when it is needed. */
  medicines: { what: string; howMuch: string; at: string }[];
  /** Empty until the parent has chosen. */
  choice: '' | 'something' | 'nothing';
  hasConsent: boolean;
};

/** What is added to each list. */
export const NEW_ENTRIES = {
  allergies: { what: '', isSevere: false, whatToDo: '' },
  medicines: { what: '', howMuch: '', at: '' },
};

/** What the form starts with. The consent is asked for every time. */
export function toHealthValues(answer: StoredHealth | null): HealthValues {
  return {
    choice: !answer ? '' : answer.nothingToTell ? 'nothing' : 'something',
    allergies: answer?.allergies ?? [],
    medicines: (answer?.medicines ?? []).map((one) => ({ ...one, at: one.at ?? '' })),
    medication: answer?.medication ?? '',
    notes: answer?.notes ?? '',
    hasConsent: false,
  };
}

/** The answer as the server wants it. With “nothing to report”, what was typed before stays in the form only. */
export function toHealthAnswer({
  choice,
  allergies,
  medicines,
  medication,
  notes,
}: HealthValues): HealthAnswer {
  if (choice === 'nothing')
    return { allergies: [], medicines: [], medication: '', notes: '', nothingToTell: true };
  return {
    allergies: allergies.map(({ what, isSevere, whatToDo }) => ({
      what: what.trim(),
      isSevere,
      whatToDo: whatToDo.trim(),
    })),
    medicines: medicines.map(({ what, howMuch, at }) => ({
      what: what.trim(),
      howMuch: howMuch.trim(),
      at: at || null,
    })),
    medication: medication.trim(),
    notes: notes.trim(),
    nothingToTell: false,
  };
}

/** Whether somebody chose that there is something to tell, but has told nothing. */
export function isEmptyAnswer(values: HealthValues): boolean {
  const { allergies, medicines, medication, notes, nothingToTell } = toHealthAnswer(values);
  return !nothingToTell && !medication && !notes && allergies.length + medicines.length === 0;
}
