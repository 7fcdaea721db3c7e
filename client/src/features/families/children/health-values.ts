import type { HealthAnswer, StoredHealth } from '@speakifyr/contract/children.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';

type HealthBody = Input<Contract['PUT /myChildren/:id/health']>['body'];

/** What the form about a child's health asks for. */
export type HealthValues = Pick<HealthAnswer, 'allergies' | 'medication' | 'notes'> & {
  /** `at` is empty if the medicine is given only when it is needed. */
  medicines: { what: string; howMuch: string; at: string }[];
  /** Empty until the parent has chosen. */
  nothingToTell: '' | 'true' | 'false';
  /** The version of the text. */
  consent: string | false;
};

/** The answer as it stands now that the office has saved it. */
export function toStoredHealth(
  { consent: textVersion, seen: _seen, ...answer }: HealthBody,
  { confirmedAt, paper: { by, day, reference } }: { confirmedAt: string; paper: Paper },
): StoredHealth {
  // Noon is on the same day in the school's time zone, nearly everywhere.
  const consent = { at: `${day}T12:00:00.000Z`, by, textVersion, paper: reference };
  return { ...answer, confirmedAt, consent };
}

/** What is added to each list. */
export const NEW_ENTRIES = {
  allergies: { what: '', isSevere: false, whatToDo: '' },
  medicines: { what: '', howMuch: '', at: '' },
};

/** What the form starts with. The consent is asked for every time. */
export function toHealthValues(answer: StoredHealth | null): HealthValues {
  return {
    nothingToTell: !answer ? '' : answer.nothingToTell ? 'true' : 'false',
    allergies: answer?.allergies ?? [],
    medicines: (answer?.medicines ?? []).map((one) => ({ ...one, at: one.at ?? '' })),
    medication: answer?.medication ?? '',
    notes: answer?.notes ?? '',
    consent: false,
  };
}

/**
 * The answer as the server wants it; it refuses one without a choice or a consent. With “nothing to report”, what was typed
 * before stays in the form only.
 * @param seen when the answer that the form began with was confirmed; undefined if the office does not know
 */
export function toHealthBody(values: HealthValues, seen: string | null | undefined): HealthBody {
  const { allergies, medicines, medication, notes } = values;
  const nothingToTell = values.nothingToTell === '' ? null : values.nothingToTell === 'true';
  const answer = nothingToTell
    ? { allergies: [], medicines: [], medication: '', notes: '' }
    : {
        allergies,
        medicines: medicines.map((one) => ({ ...one, at: one.at || null })),
        medication,
        notes,
      };
  return {
    ...answer,
    nothingToTell: nothingToTell as boolean,
    consent: values.consent as string,
    ...(seen !== undefined && { seen }),
  };
}
