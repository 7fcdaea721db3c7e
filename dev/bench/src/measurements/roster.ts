import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { ObjectId } from 'mongodb';
import type { Collections } from '../../../../server/src/database/collections.ts';
import type { UserDocument } from '../../../../server/src/database/user-documents.ts';
import type { ChildDocument } from '../../../../server/src/database/family-documents.ts';
import { nameAnswer } from '../../../../server/src/database/form-documents.ts';
import { makeChild, makeUser } from '../../../../server/src/testing/documents.ts';
import { makeEnrolledSeat } from '../../../../server/src/testing/seats.ts';
import { answerCare } from '../large-school.ts';
import { makeRequest, sendAll } from '../load.ts';
import { authorize, insertAll, makeCampClass, makePerson, studentEmail } from '../people.ts';
import { compareTimes, type Line, type Measurement, type Side } from '../ratios.ts';
import type { School } from '../school.ts';

const ROUNDS = 15;
const REQUESTS = 5;
const CHILDREN = 300;
const QUESTIONS = 50;
const AT_MOST = 1.5;
const INSTRUCTOR = 'instructor@bench.test';
/** What a browser says. A longer answer also takes longer to compress. */
const ENCODINGS = 'gzip, deflate, br';

/** What is asked for, by how the table calls it. */
const CALLS: Record<string, string[]> = {
  'GET /enrolledStudents': ['enrolledStudents?email=:email&classId=:class'],
  'The roster: all its calls': [
    'userList/instructorInfo?email=:email',
    'enrolledStudents?email=:email&classId=:class',
    'classCare/:class',
  ],
};

/** What the answers to forms cost on the roster. R666 */
export const roster: Measurement = {
  name: 'roster',
  title: 'A roster with answers to forms',
  method: `The roster of a class of ${CHILDREN} children, as its instructor: its calls one after the other, ${REQUESTS} times a round, ${ROUNDS} rounds, their mean. In one school, a form of ${QUESTIONS} questions for the roster is answered for each child; the other one has no forms. Both schools are in one database server, and each has its own server process. \`roster-speed.spec.ts\` measures the page in a browser.`,
  async run(school) {
    const [plain, asking] = [await open(school, false), await open(school, true)];
    const lines: Line[] = [];
    for (const [what, calls] of Object.entries(CALLS)) {
      const row = { what, against: 'the same without forms', atMost: AT_MOST };
      const measure = (side: Side) => (side === 'ours' ? asking : plain)(calls);
      lines.push(await compareTimes(row, ROUNDS, measure));
    }
    return lines;
  },
};

/** @returns a function that measures how long calls take, in milliseconds */
async function open(
  school: School,
  hasForm: boolean,
): Promise<(calls: string[]) => Promise<number>> {
  const name = hasForm ? 'roster_forms' : 'roster_plain';
  const { collections } = await school.connect(name);
  const classId = await fillRoster(collections, hasForm);
  const { port } = await school.startServer(name);
  const headers = { ...authorize(INSTRUCTOR), 'Accept-Encoding': ENCODINGS };
  return async (calls) => {
    const requests = calls.map((call) => {
      const path = call.replace(':email', INSTRUCTOR).replace(':class', classId);
      return makeRequest(`GET /api/${path}`, headers);
    });
    const started = performance.now();
    for (let time = 0; time < REQUESTS; time += 1) await sendAll(port, requests, 1);
    return (performance.now() - started) / REQUESTS;
  };
}

/** @returns the id of the class, which begins tomorrow, so that its care sheet is open */
async function fillRoster(collections: Collections, hasForm: boolean): Promise<string> {
  const now = new Date();
  const instructor = makePerson(INSTRUCTOR, 'instructor');
  const parents = Array.from({ length: CHILDREN / 2 }, (_none, number) =>
    makeUser({ name: `Parent ${number} Lopez`, email: studentEmail(number), role: 'student' }),
  );
  const children = Array.from({ length: CHILDREN }, (_none, number) =>
    makeChild(parents[number % parents.length]!._id, {
      name: `Child ${number} Lopez`,
      birthDate: `${2012 + (number % 6)}-05-15`,
    }),
  );
  const campClass = {
    ...makeCampClass(0, now.getTime()),
    ...{ sit: 0, instructorId: instructor._id },
    seats: children.map((child, number) =>
      makeEnrolledSeat({ _id: child.addedBy }, now, child, { entry_code: `KTS-${1000 + number}` }),
    ),
  };
  await insertAll(collections.users, [instructor, ...parents]);
  await insertAll(collections.children, children);
  await insertAll(collections.classes, [campClass]);
  await answerCare(collections, children, now);
  if (hasForm) await askAndAnswer(collections, { children, instructor, now });
  return campClass._id.toHexString();
}

type Answering = { children: ChildDocument[]; instructor: UserDocument; now: Date };

async function askAndAnswer(
  { forms, formAnswers }: Collections,
  { children, instructor: { _id: by }, now: at }: Answering,
): Promise<void> {
  const terms: FormTerms = {
    ...{ name: 'Things', kind: 'questions', about: 'child', text: '', isPictures: false },
    ...{ due: null, season: null, classIds: [] },
    questions: Array.from({ length: QUESTIONS }, (_none, number) => ({
      ...{ key: `q${number}`, kind: 'short', options: [], isRequired: true, seenBy: 'roster' },
      label: `What should the team know about thing ${number}?`,
    })),
  };
  const formId = new ObjectId();
  const version = { version: 1, at, by, terms };
  await forms.insertOne({
    ...{ _id: formId, isArchived: false, revision: 1, published: terms },
    ...{ version: 1, againFrom: 1, versions: [version] },
  });
  await insertAll(
    formAnswers,
    children.map(({ _id: personId, addedBy }, child) => ({
      ...{ _id: nameAnswer(formId, personId), formId, kind: 'questions' as const, personId },
      ...{ about: 'child' as const, version: 1, isComplete: true, at, by: addedBy },
      answers: Object.fromEntries(
        terms.questions.map(({ key }, number) => [key, `Answer ${number} of child ${child}`]),
      ),
      ...{ signatures: [], revision: 1 },
    })),
  );
}
