import { randomUUID } from 'node:crypto';
import type { SentHandOver } from '@speakifyr/contract/attendance.ts';
import { ObjectId } from 'mongodb';
import { joinClass } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause, waitUntil } from '../waiting.ts';
import { agreeToMerge } from './random-counter.ts';
import { addRandomClass, checkTold, dayAhead, findId, type Run } from './random-run.ts';

/**
 * The office says that a father must not collect his child. He takes another name or another account, and tries all that
 * lets somebody take a child; the team hands it over to nobody like that.
 */

const HOUSEHOLDS = 5;
/** How long a family tries to join while servers are killed. */
const ENROLLED_MS = 10_000;
/** His own with another letter, with an initial, in another alphabet; and somebody else's. */
const NEW_NAMES = ['Karl Falc', 'Karl M. Falk', 'K. Falk', 'Falk Karl', 'Карл Фальк', 'Nora Berg'];
const FRIEND = 'Lisa Lake';
/** What an act of somebody who may no longer do it is answered, unless no answer comes. */
const REFUSED = ['guardian_may_not', 'not_found', 'unavailable', 'session_expired'];
/** The tap, not the hand-over, is wrong: an admin has moved the seat, or the day is over. */
const OTHER_PROBLEMS = ['not_in_class', 'wrong_time'];

type Household = { mother: Person; father: Person; childId: string; classId: string };
type Work = { run: Run; admin: Person; random: Random };

/** One round after the other, until it is over. */
export async function collectThoughBlocked(
  run: Run,
  admin: Person,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const work = { run, admin, random };
  let households: Household[] = [];
  while (!isOver()) {
    await pause(random.next() * 300);
    if (households.length === 0) households = await openHouseholds(run);
    const household = random.pick(households);
    if (household && (await tryAll(work, household))) run.counts.blocked += 1;
    else households = households.filter((one) => one !== household);
  }
}

/** Families whose children are in a class that meets today. */
async function openHouseholds(run: Run): Promise<Household[]> {
  const campClass = await addRandomClass(run, HOUSEHOLDS, 0);
  campClass.isOpen = false;
  const { id: classId } = campClass;
  const households: Household[] = [];
  for (let count = 0; count < HOUSEHOLDS; count += 1) {
    const [mother, father] = (await run.school.addPeople(2)) as [Person, Person];
    const childId = await run.school.addChild([mother, father]);
    const isThere = await waitUntil(async () => {
      const { status, body } = checkTold(run, await joinClass(mother, campClass, childId));
      // The answer to the first try was lost.
      return status === 200 || (body as { code?: string }).code === 'already_joined';
    }, ENROLLED_MS);
    if (isThere !== null) households.push({ mother, father, childId, classId });
  }
  // Weeks have passed. A class that begins on a day off meets every day.
  const ago = -new Date(dayAhead(run.school, 0)).getUTCDay() - 7;
  const days = { camp_start: dayAhead(run.school, ago), camp_end: dayAhead(run.school, 20) };
  const { classes } = run.school.collections;
  await classes.updateOne({ _id: new ObjectId(classId) }, { $set: days, $inc: { version: 1 } });
  return households;
}

/** @returns whether the father is still a guardian, whom the next round may block */
async function tryAll(work: Work, household: Household): Promise<boolean> {
  const { run, admin, random } = work;
  const { father, childId } = household;
  const params = { id: childId };
  const code = random.chance(0.5) ? await giveBefore(work, household) : undefined;
  const guardianId = await findId(run, father);
  const who = random.chance(0.6) ? { guardianId } : { name: await readName(run, father) };
  const block = { ...who, since: dayAhead(run.school, -2), note: 'A court decided.' };
  const said = await admin.call('POST /children/:id/mustNotCollect', { params, body: block });
  if (checkTold(run, said).status !== 200) return true;
  const name = random.pick(NEW_NAMES);
  if (random.chance(0.8)) checkTold(run, await father.call('PATCH /myProfile', { body: { name } }));
  if (random.chance(0.2)) await goToOtherAccount(work, household);
  await checkDecidesNothing(work, household);
  await checkNobodyGetsIt(work, household, code);
  return random.chance(0.3) ? leave(work, household) : allowAgain(work, household);
}

async function readName({ school }: Run, { email }: Person): Promise<string> {
  return (await school.collections.users.findOne({ email }))!.name;
}

const contact = (name: string) => ({
  ...{ name, phone: '+1 555 010 0199', relation: 'friend' },
  ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
});

/** What he gives while he may. @returns a pick-up code */
async function giveBefore({ run }: Work, { father, childId }: Household) {
  const params = { id: childId };
  const contacts = { params, body: { contacts: [contact(FRIEND)] } };
  checkTold(run, await father.call('PUT /myChildren/:id/contacts', contacts));
  const alone = { params, body: { from: '00:00' } };
  checkTold(run, await father.call('PUT /myChildren/:id/mayLeaveAlone', alone));
  const wish = { params: { childId }, body: { name: FRIEND } };
  const made = checkTold(run, await father.call('POST /pickupCode/:childId', wish));
  return made.status === 200 ? made.body.code : undefined;
}

/** His second account gets everything of the first one: also that he must not collect the child. */
async function goToOtherAccount({ run, admin }: Work, household: Household): Promise<void> {
  const [other] = (await run.school.addPeople(1)) as [Person];
  const ids = { id: await findId(run, household.father), into: await findId(run, other) };
  const merged = checkTold(run, await agreeToMerge(run, admin, household.father, ids));
  const _id = new ObjectId(ids.id);
  if (
    merged.status !== 200 &&
    (await run.school.collections.users.findOne({ _id }))?.status === 'active'
  )
    return;
  household.father = other;
}

async function checkDecidesNothing({ run }: Work, { father, mother, childId }: Household) {
  const params = { id: childId };
  const may = ['see', 'book'] as const;
  const invited = { email: `friend-${randomUUID()}@resilience.test`, may: [...may] };
  const guardianId = await findId(run, mother);
  const answers: Answer[] = [
    await father.call('POST /pickupCode/:childId', { params: { childId }, body: { name: FRIEND } }),
    await father.call('PUT /myChildren/:id/mayLeaveAlone', { params, body: { from: '00:00' } }),
    await father.call('PUT /myChildren/:id/contacts', {
      ...{ params, body: { contacts: [contact(FRIEND), contact('Karl Falk')] } },
    }),
    await father.call('POST /myChildren/:id/guardians', { params, body: invited }),
    await father.call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: childId, guardianId },
    }),
    await father.call('DELETE /myChildren/:id', { params }),
  ];
  for (const { status, body, call } of answers) {
    const { code = 'done' } = body as { code?: string };
    run.complaints.check(
      status === 0 || REFUSED.includes(code),
      `a guardian who must not collect the child was answered ${status} ${code} by ${call}`,
    );
  }
}

/** With an admin at the gate, the blocked father tries every way to get the child. The mother must get it. */
async function checkNobodyGetsIt(
  { run, admin, random }: Work,
  { father, mother, childId, classId }: Household,
  code: string | undefined,
): Promise<void> {
  const name = await readName(run, father);
  const guardianId = await findId(run, father);
  const ways: SentHandOver[] = [
    { how: 'listed', name, guardianId, checked: 'id' },
    { how: 'listed', name, checked: 'known' },
    { how: 'override', name, note: 'He says that it is all right.' },
    { how: 'alone' },
    ...(code ? [{ how: 'code' as const, name: FRIEND, code }] : []),
  ];
  const offline = random.chance(0.3) && { offline: true as const };
  const makeTap = (collectedBy: SentHandOver) => ({
    ...{ _id: randomUUID(), personId: childId, kind: 'out' as const, collectedBy },
    ...{ at: run.school.now().toISOString(), ...offline },
  });
  const hers = {
    ...{ how: 'listed' as const, name: await readName(run, mother), checked: 'known' as const },
    guardianId: await findId(run, mother),
  };
  const taps = [...ways, hers].map(makeTap);
  const body = { classId, day: dayAhead(run.school, 0), taps };
  const sent = checkTold(run, await admin.call('POST /attendance', { body }));
  if (sent.status !== 200) return;
  const { problems } = sent.body;
  const { attendance } = run.school.collections;
  for (const [place, tap] of taps.entries()) {
    const problem = problems[place] ?? (await attendance.findOne({ _id: tap._id }))?.notAllowed;
    const isHers = tap.collectedBy === hers;
    const holds = isHers ? !problem || OTHER_PROBLEMS.includes(problem) : problem !== undefined;
    run.complaints.check(
      holds,
      `${isHers ? 'the mother' : 'somebody'} at the gate was answered ${problem}: ${JSON.stringify(tap)}`,
    );
  }
}

/** He is no guardian anymore. */
async function leave({ run, admin }: Work, { father, childId }: Household): Promise<false> {
  const params = { id: childId, guardianId: await findId(run, father) };
  const body = { note: 'A court decided.' };
  checkTold(run, await admin.call('DELETE /children/:id/guardians/:guardianId', { params, body }));
  return false;
}

async function allowAgain({ run, admin }: Work, { childId: id }: Household): Promise<true> {
  const listed = await admin.call('GET /children/:id/mustNotCollect', { params: { id } });
  for (const { _id: entryId } of listed.status === 200 ? listed.body : []) {
    const params = { id, entryId };
    checkTold(run, await admin.call('DELETE /children/:id/mustNotCollect/:entryId', { params }));
  }
  return true;
}
