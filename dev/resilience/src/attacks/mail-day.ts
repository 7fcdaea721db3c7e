import { makeSessionToken } from '../../../../server/src/testing/documents.ts';
import { findInCart, joinClass, removeFromCart } from '../journeys.ts';
import { createPerson, type Person } from '../people.ts';
import type { Random } from '../random.ts';
import { type CampClass, JWT_SECRET, type School } from '../school.ts';

/** The people and classes of a school that emails are about. */
export type Cast = Awaited<ReturnType<typeof openCast>>;

/** New people sign up with addresses that start like this. */
export const NEWCOMER = 'newcomer-';

/** Each server has an admin who calls it. */
export async function openCast(school: School, students: number) {
  const free = await Promise.all(Array.from({ length: 3 }, () => school.addClass({ price: 0 })));
  return {
    school,
    admins: await school.addPeople(2, 'admin'),
    students: await school.addPeople(students),
    /** Who gets a new role, or is removed. */
    spare: await school.addPeople(students),
    free,
    priced: await Promise.all(Array.from({ length: 3 }, () => school.addClass())),
    /** Nobody is in this class. */
    empty: await school.addClass(),
    newcomers: 0,
  };
}

type Act = (cast: Cast, random: Random) => Promise<unknown>;

/** What causes emails. Refusals are fine. The most frequent are messages to a class: none may arrive twice. */
const ACTS: Act[] = [
  joinFree,
  joinFree,
  write,
  write,
  write,
  changeRoom,
  hold,
  cancel,
  (cast, random) =>
    call(cast, random, (admin, { email }) =>
      admin.call('PATCH /makeInstructor', { query: { email } }),
    ),
  (cast, random) =>
    call(cast, random, (admin, { email }) =>
      admin.call('DELETE /removeuser', { query: { email } }),
    ),
  contact,
  signUp,
];

/** Somebody does something that causes emails, or tries to. @param canHold whether it may be a hold */
export async function act(cast: Cast, random: Random, canHold = true): Promise<void> {
  await random.pick(canHold ? ACTS : ACTS.filter((one) => one !== hold))(cast, random);
}

/** Each student joins a free class, and is enrolled. */
export async function enrollAll({ students, free }: Cast, random: Random): Promise<void> {
  await Promise.all(students.map((student) => joinClass(student, random.pick(free))));
}

async function joinFree({ students, free }: Cast, random: Random): Promise<void> {
  await joinClass(random.pick(students), random.pick(free));
}

/** Changes a class that nobody is in, so that a server looks at its emails without a cause for a new one. */
export async function ring({ school, admins, empty }: Cast): Promise<void> {
  for (const admin of admins) await change(school, admin, empty, 'price');
}

async function write({ admins, free }: Cast, random: Random): Promise<void> {
  const body = { classIds: [random.pick(free).id], subject: 'Bring a hat', text: 'It gets\nhot.' };
  await random.pick(admins).call('POST /messages', { body });
}

async function changeRoom({ school, admins, free }: Cast, random: Random): Promise<void> {
  await change(school, random.pick(admins), random.pick(free), 'assign_room');
}

async function change(
  { collections }: School,
  admin: Person,
  { id, _id }: CampClass,
  field: 'assign_room' | 'price',
): Promise<void> {
  const campClass = await collections.classes.findOne({ _id });
  if (!campClass) return;
  const { name, sit, price, assign_room, course_tag } = campClass;
  const form = { name, sit, price, assign_room, course_tag };
  const body = { ...form, [field]: 1 + (form[field] % 40) };
  await admin.call('PATCH /updateClass/:id', { params: { id }, body });
}

/** Holds a seat, and sometimes gives one up. */
async function hold({ students, priced }: Cast, random: Random): Promise<void> {
  const [student, campClass] = [random.pick(students), random.pick(priced)];
  const { status } = await joinClass(student, campClass);
  if (status === 200 || random.chance(0.5)) return;
  const { ids } = await findInCart(student, campClass.id);
  for (const id of ids) await removeFromCart(student, campClass.id, id);
}

/** A class is canceled, and another one opens. */
async function cancel({ school, admins, free }: Cast, random: Random): Promise<void> {
  if (random.chance(0.7)) return;
  const [gone] = free.splice(0, 1, await school.addClass({ price: 0 }));
  await random.pick(admins).call('DELETE /removeCourse/:id', { params: { id: gone!.id } });
}

/** An admin does something with a person who has done nothing yet. */
async function call(
  { admins, spare }: Cast,
  random: Random,
  callWith: (admin: Person, person: Person) => Promise<unknown>,
): Promise<void> {
  const person = spare.pop();
  if (person) await callWith(random.pick(admins), person);
}

async function contact({ students }: Cast, random: Random): Promise<void> {
  const body = { name: 'A parent', email: 'parent@elsewhere.test', message: 'Is there lunch?' };
  await random.pick(students).call('POST /contact', { body });
}

async function signUp(cast: Cast, random: Random): Promise<void> {
  const { school } = cast;
  cast.newcomers += 1;
  const email = `${NEWCOMER}${cast.newcomers}@resilience.test`;
  const services = { environment: { JWT_SECRET } as never, now: school.now };
  const { port } = random.pick(school.servers);
  const person = createPerson(email, port, () => makeSessionToken({ email }, services));
  await person.call('POST /userList', {
    body: { name: `Newcomer ${cast.newcomers}`, email, photo: '' },
  });
}
