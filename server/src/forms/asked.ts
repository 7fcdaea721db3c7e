import {
  type AnswerState,
  FORM_FRESH_DAYS,
  type FormAbout,
  isFileStanding,
} from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import { type FormAnswerDocument, nameAnswer } from '../database/form-documents.ts';
import { addDays, formatIsoDay } from '../school-time.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import type { Answered, PublishedForm } from './form-store.ts';

/** Who is asked which form, and whether they have answered. No database and no clock. */

/** Somebody who is asked a form, for one or several classes. */
export type Asked = {
  form: PublishedForm;
  /** Of their answer. */
  _id: string;
  personId: ObjectId;
  /** The account that booked; null for an instructor. */
  familyId: ObjectId | null;
  classes: string[];
  /** The first day of the last class that asks. */
  firstDay: string;
  /** The last day of all of them. */
  lastDay: string;
};

/** The days of what no class asks anymore. */
export const NO_DAYS = { firstDay: '', lastDay: '' };

/** One answer serves all classes that ask for it. R660 */
export function listAskedIn(
  forms: PublishedForm[],
  classes: ClassDocument[],
  today: string,
): Asked[] {
  const asked = new Map<string, Asked>();
  for (const campClass of classes)
    if (campClass.camp_end >= today && !campClass.canceled)
      for (const form of forms)
        if (isAskedIn(form.published, campClass))
          for (const who of listPeople(form.published.about, campClass)) {
            const _id = nameAnswer(form._id, who.personId);
            const known = asked.get(_id) ?? { form, _id, ...who, classes: [], ...NO_DAYS };
            if (!known.classes.includes(campClass.name)) known.classes.push(campClass.name);
            if (campClass.camp_start > known.firstDay) known.firstDay = campClass.camp_start;
            if (campClass.camp_end > known.lastDay) known.lastDay = campClass.camp_end;
            asked.set(_id, known);
          }
  return [...asked.values()];
}

/** Whether a form is for a class: for all, for a season, or for some. */
export function isAskedIn(
  { season, classIds }: Pick<FormTerms, 'season' | 'classIds'>,
  { _id, camp_start }: Pick<ClassDocument, '_id' | 'camp_start'>,
): boolean {
  if (classIds.length > 0) return classIds.includes(_id.toHexString());
  return season === null || camp_start.startsWith(season);
}

function listPeople(
  about: FormAbout,
  campClass: ClassDocument,
): { personId: ObjectId; familyId: ObjectId | null }[] {
  // Only who has the seat for sure: a form never stands before it.
  const seats = listEnrolledSeats(campClass);
  if (about === 'child')
    return seats.flatMap(({ childId, userId }) =>
      childId ? [{ personId: childId, familyId: userId }] : [],
    );
  if (about === 'family')
    return seats.map(({ userId }) => ({ personId: userId, familyId: userId }));
  const { instructorId, team = [] } = campClass;
  return [...(instructorId ? [instructorId] : []), ...team.map(({ userId }) => userId)].map(
    (personId) => ({ personId, familyId: null }),
  );
}

/**
 * What somebody still has to do. What was answered before it must be answered again, or for last summer, is confirmed.
 * R662, R664
 */
export function judgeAnswer(
  { form, firstDay, lastDay }: Pick<Asked, 'form' | 'firstDay' | 'lastDay'>,
  { answer, deciders }: Answered,
): Exclude<AnswerState, 'gone'> {
  if (!answer?.isComplete || !isHandedIn(answer, lastDay)) return 'open';
  const answeredOn = formatIsoDay(answer.at, SCHOOL.timeZone);
  const isOld =
    answer.version < form.againFrom ||
    (firstDay !== '' && answeredOn < addDays(firstDay, -FORM_FRESH_DAYS));
  return isOld || !isStanding(answer, deciders) ? 'confirm' : 'done';
}

/** Whether a document is there that counts until somebody's last day; or the office has it on paper. R694 */
function isHandedIn({ kind, files = [], note }: FormAnswerDocument, lastDay: string): boolean {
  if (kind !== 'document') return true;
  return files.length > 0
    ? files.some((file) => isFileStanding(file, lastDay))
    : note !== undefined;
}

/**
 * A consent ends with the right of who gave it, and another guardian confirms what is about health, and documents. What
 * was signed stays. R665, R691
 */
export function isStanding(
  { kind, care, by, isOver }: Pick<FormAnswerDocument, 'kind' | 'care' | 'by' | 'isOver'>,
  deciders?: ObjectId[],
): boolean {
  if (kind !== 'consent' && kind !== 'document' && !care) return true;
  return !isOver && (!deciders || deciders.some((decider) => decider.equals(by)));
}
