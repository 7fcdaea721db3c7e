import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { joinClass, startPayment } from '../journeys.ts';
import { type Answer, createPerson, type Person } from '../people.ts';
import type { School } from '../school.ts';
import { intentOf, payByCard } from '../stripe.ts';

export type CallName = keyof Contract;

/** The calls that want to know who calls. */
export function listGuardedCalls(): CallName[] {
  return (Object.keys(contract) as CallName[]).filter((name) => accessOf(name).who !== 'visitor');
}

export function accessOf(name: CallName): Endpoint['access'] {
  return contract[name].access;
}

/** Who may make which call, and an input for each with which it would do something. */
export type Cast = {
  student: Person;
  instructor: Person;
  admin: Person;
  otherStudent: Person;
  otherInstructor: Person;
  /** Removed by an admin, with a session that has not ended. */
  removed: Person;
  /** A former student, instructor and admin, with sessions from before. */
  formerStudent: Person;
  formerInstructor: Person;
  formerAdmin: Person;
  /** Fields by call; `email` where it is not the caller's own. */
  inputs: Partial<Record<CallName, Record<string, unknown>>>;
};

/**
 * Fills a school with people, classes and payments on which every call could be tried.
 * @param signIdToken as the provider does, for the call that wants its proof beside the session
 */
export async function openCast(
  school: School,
  signIdToken: (email: string) => string,
): Promise<Cast> {
  const { users } = school.collections;
  const [student, otherStudent, removed, formerStudent, toRemove, toAdmin, toInstructor] =
    (await school.addPeople(7)) as [Person, Person, Person, Person, Person, Person, Person];
  const [instructor, otherInstructor, formerInstructor, idle] = (await school.addPeople(
    4,
    'instructor',
  )) as [Person, Person, Person, Person];
  const [admin, formerAdmin] = (await school.addPeople(2, 'admin')) as [Person, Person];
  const idOf = async ({ email }: Person) => (await users.findOne({ email }))!._id.toHexString();

  const teach = ({ email }: Person) => ({ instructor: { name: email, email } });
  const joinable = await school.addClass();
  const taught = await school.addClass(teach(instructor));
  await school.addClass(teach(otherInstructor));
  const removable = await school.addClass();
  const inCart = await joinAndPay(school, student, 'join');
  const started = await joinAndPay(school, student, 'start');
  const paid = await joinAndPay(school, student, 'pay');

  // By the calls that there are; nobody can take an admin's role but whoever holds the database.
  await admin.call('DELETE /removeuser', { query: { email: removed.email } });
  await admin.call('PATCH /makeInstructor', { query: { email: formerStudent.email } });
  const id = await idOf(formerInstructor);
  await admin.call('DELETE /removeInstructor/:id', { params: { id } });
  await users.updateOne({ email: formerAdmin.email }, { $set: { role: 'student' } });

  const course = {
    name: 'A course of nobody',
    image: '/pictures/classes/sailing.webp',
    sit: 10,
    price: 20,
    assign_room: 3,
    camp_start: '2027-07-05',
    camp_end: '2027-07-16',
    details: 'It should not be there.',
  };
  return {
    student,
    instructor,
    admin,
    otherStudent,
    otherInstructor,
    removed,
    formerStudent,
    formerInstructor,
    formerAdmin,
    inputs: {
      'POST /userList': { name: 'Somebody', photo: '' },
      'DELETE /removeuser': { email: toRemove.email },
      'PATCH /userList/admin/:id': { id: await idOf(toAdmin) },
      'PATCH /makeInstructor': { email: toInstructor.email },
      'PATCH /unassignCourse/:id': { id: await idOf(otherInstructor) },
      'DELETE /removeInstructor/:id': { id: await idOf(idle) },
      'POST /addCourse': { ...course, course_tag: 'XYZ', instructor_email: otherInstructor.email },
      'PATCH /updateClass/:id': { ...course, id: taught.id, course_tag: 'XYA' },
      'DELETE /removeCourse/:id': { id: removable.id },
      'POST /addClass': { classId: joinable.id },
      'DELETE /addClass/:cartId': inCart,
      'POST /createPayment-intent': { price: started.price, cartId: started.cartId },
      'POST /makepayment': { transactionId: paid.transactionId },
      'DELETE /myAccount': { idToken: signIdToken(student.email) },
    },
  };
}

/** Joins a new class, and goes on with the payment that far. */
async function joinAndPay(school: School, student: Person, far: 'join' | 'start' | 'pay') {
  const campClass = await school.addClass();
  const { id: classId, price } = campClass;
  const { cartId } = (await joinClass(student, campClass)).body;
  if (far === 'join') return { classId, cartId, price, transactionId: '' };
  const { clientSecret } = (await startPayment(student, cartId, price)).body;
  if (far === 'pay') await payByCard(school, clientSecret);
  return { classId, cartId, price, transactionId: intentOf(clientSecret) };
}

/**
 * Makes a call with a token, right or wrong.
 * @param caller.email which the call names where it may only name one's own
 * @param caller.address so that nobody is told to come again later instead
 */
export function callWith(
  school: School,
  { inputs }: Cast,
  name: CallName,
  caller: { email: string; token: string | undefined; address: string },
): Promise<Answer> {
  const endpoint: Endpoint = contract[name];
  const values: Record<string, unknown> = { email: caller.email, ...inputs[name] };
  const input: Record<string, object> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    if (!endpoint[part]) continue;
    const fields = Object.keys(endpoint[part].shape).filter((field) => field in values);
    input[part] = Object.fromEntries(fields.map((field) => [field, values[field]]));
  }
  const { call } = createPerson({
    email: caller.email,
    address: caller.address,
    token: () => caller.token,
    port: () => school.servers[0]!.port,
  });
  return call(name, input as never);
}
