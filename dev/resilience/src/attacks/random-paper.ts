import { ObjectId } from 'mongodb';
import { press, readPage, type Work } from './random-press.ts';
import { checkTold, dayAhead } from './random-run.ts';

/** Families that the office enters itself: some have nobody who logs in, and some children are entered twice. */

const BIRTH_DATE = '2017-03-04';

/** A family calls, and somebody there signs a paper: nobody of it ever logs in. */
export async function openOnPaper(work: Work): Promise<void> {
  const { run, clerk, clients } = work;
  const id = new ObjectId().toHexString();
  const body = {
    ...{ id, name: `On paper ${id.slice(-4)}`, phone: '+1 202 555 0143' },
    children: [{ name: `Child ${id.slice(-4)}`, birthDate: BIRTH_DATE }],
  };
  if (!(await press(work, () => clerk.call('POST /families', { body })))) return;
  const childIds = (await readPage(work, id))?.children.map((child) => child._id) ?? [];
  const [childId] = childIds;
  if (!childId) return;
  clients.push({ id, family: { participants: childIds } });
  const paper = { by: id, day: dayAhead(run.school, -2), reference: 'Folder 3' };
  const guardian = {
    ...{ id: new ObjectId().toHexString(), name: 'The father', phone: '+1 202 555 0144' },
    may: ['see' as const, 'book' as const],
  };
  const form = { params: { id: childId }, body: { paper, guardian } };
  checkTold(run, await clerk.call('PUT /children/:id/paperForm', form));
}

/** A clerk does not see that a child is there already, and enters it again in another family. */
export async function enterTwice(
  work: Work,
  from = work.random.pick(work.clients),
  into = work.random.pick(work.clients),
): Promise<void> {
  const { run, clerk, random } = work;
  const children = (await readPage(work, into.id))?.children ?? [];
  if (from === into || children.length === 0) return;
  const { name, birthDate } = random.pick(children);
  const params = { id: from.id };
  const added = await clerk.call('POST /families/:id/children', {
    ...{ params, body: { name, birthDate } },
  });
  if (checkTold(run, added).status !== 200) return;
  const found = (await readPage(work, from.id))?.children.find((child) => child.name === name);
  if (found) from.family.participants.push(found._id);
}
