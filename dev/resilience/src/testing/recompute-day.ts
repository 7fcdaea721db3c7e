import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ClassDocument } from '../../../../server/src/database/class-document.ts';
import { addDays, findDayStart, readToday } from '../../../../server/src/school-time.ts';
import type { TestApp } from '../../../../server/src/testing/test-app.ts';

/** How many classes of a kind the list names. */
const NAMED = 3;

/** Computes what the day's list says from whole collections. */
export async function recomputeDay({ services }: TestApp) {
  const { collections } = services.database;
  const today = readToday(services);
  const since = findDayStart(addDays(today, -1), SCHOOL.timeZone);
  const [classes, users, messages, mails, health, contacts] = await Promise.all([
    collections.classes.find({ status: 'open' }).sort({ camp_start: 1, _id: 1 }).toArray(),
    collections.users.find({}).toArray(),
    collections.contactMessages.find({}).toArray(),
    collections.outbox.find({}).toArray(),
    collections.childHealth.find({}).toArray(),
    collections.childContacts.find({}).toArray(),
  ]);
  const answered = new Set(health.map(({ _id }) => _id.toHexString()));
  const reachable = new Set(
    contacts
      .filter((one) => one.contacts.some(({ isEmergency }) => isEmergency))
      .map(({ _id }) => _id.toHexString()),
  );
  const lacking = ({ seats }: ClassDocument) =>
    seats.filter(({ state, childId }) => {
      const id = childId?.toHexString();
      return state === 'enrolled' && id && !(answered.has(id) && reachable.has(id));
    }).length;
  const coming = classes.filter(({ camp_start }) => camp_start >= today);
  const name = (one: ClassDocument, count: (one: ClassDocument) => number) => ({
    ...{ _id: one._id.toHexString(), name: one.name, camp_start: one.camp_start },
    people: count(one),
  });
  const list = (found: ClassDocument[], count: (one: ClassDocument) => number) => ({
    total: found.length,
    first: found.slice(0, NAMED).map((one) => name(one, count)),
  });
  const soon = coming.filter((one) => one.camp_start <= addDays(today, 14) && lacking(one) > 0);
  return {
    mails: mails.filter(({ state }) => state === 'failed').length,
    messages: messages.filter(({ isDone }) => !isDone).length,
    // All of these are named.
    unready: { total: soon.length, first: soon.map((one) => name(one, lacking)) },
    withoutInstructor: list(
      coming.filter(({ instructorId }) => !instructorId),
      ({ seats }) => seats.filter(({ state }) => state === 'enrolled').length,
    ),
    fullWithWaiting: list(
      coming.filter(({ sit, waiting = [] }) => sit === 0 && waiting.length > 0),
      ({ waiting = [] }) => waiting.flatMap(({ people }) => people).length,
    ),
    sinceYesterday: {
      users: users.filter(({ createdAt }) => createdAt >= since).length,
      messages: messages.filter(({ at }) => at >= since).length,
    },
  };
}
