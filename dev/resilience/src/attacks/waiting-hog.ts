import { makeUserId } from '../../../../server/src/testing/documents.ts';
import {
  MAX_FAMILY_HOLDS,
  MAX_WAITING_GROUP,
  MAX_WAITING_OF_ACCOUNT,
} from '@speakifyr/contract/limits.ts';
import { joinClass, removeFromCart } from '../journeys.ts';
import type { Person } from '../people.ts';
import type { CampClass } from '../school.ts';
import { type Full, fillClass, type Rounds } from './waiting-rounds.ts';

const CHILDREN = 6;
/** The name of the classes that they want, and how many places these have. */
export const WANTED = { name: 'Six places', places: CHILDREN };
export const HOG_LISTS = 3;

/**
 * A parent with many children asks several waiting lists for all of them at once. All seats open up. Then the parent fills
 * their cart, and waits for one seat more.
 */
export async function hogLists(rounds: Rounds, number: number, parent: Person): Promise<void> {
  const { school, complaints } = rounds;
  const name = `Hog ${number + 1}`;
  const childIds: string[] = [];
  for (let one = 0; one < CHILDREN; one += 1) childIds.push(await school.addChild([parent]));
  const classes: Full[] = [];
  for (let one = 0; one < HOG_LISTS; one += 1)
    classes.push(await fillClass(rounds, await school.addPeople(CHILDREN), WANTED.name));
  const wait = ({ id }: CampClass, group: string[]) =>
    parent.call('POST /waiting/:classId', { params: { classId: id }, body: { childIds: group } });

  const groups = [childIds.slice(0, MAX_WAITING_GROUP), childIds.slice(MAX_WAITING_GROUP)];
  await Promise.all(
    classes.flatMap(({ campClass }) => groups.map((group) => wait(campClass, group))),
  );
  const waiting = (
    await school.collections.classes.find({ 'waiting.userId': makeUserId(parent.email) }).toArray()
  )
    .flatMap((campClass) => campClass.waiting ?? [])
    .reduce((sum, { people }) => sum + people.length, 0);
  complaints.check(
    waiting <= MAX_WAITING_OF_ACCOUNT,
    `${name}: one account waits for ${waiting} seats`,
  );
  // Calls that are too many together may all be refused. So once more, one after the other.
  for (const { campClass } of classes) for (const group of groups) await wait(campClass, group);
  for (const full of classes) await empty(full);
  const offers = await countHeld(rounds, parent);
  complaints.check(
    Math.max(...offers) > 0 && Math.max(...offers) <= MAX_WAITING_GROUP,
    `${name}: one account was offered ${Math.max(...offers)} seats of a class`,
  );

  // Holds up to the limit, and a place on one more list: nothing is offered beyond it.
  for (const childId of childIds)
    for (const { campClass } of classes) await joinClass(parent, campClass, childId);
  await checkHolds(rounds, name, parent);
  const last = await fillClass(rounds, await school.addPeople(1));
  await wait(last.campClass, [await school.addChild([parent])]);
  await empty(last);
  await checkHolds(rounds, name, parent);
  const { body } = await parent.call('GET /myWaiting');
  for (const { waitId, state } of body)
    await parent.call(
      state === 'offered' ? 'POST /waiting/:waitId/decline' : 'DELETE /waiting/:waitId',
      {
        params: { waitId },
      },
    );
}

/** All seats of a class open up at once. */
async function empty({ campClass, holders }: Full): Promise<void> {
  await Promise.all(
    holders.map(({ person, cartId }) => removeFromCart(person, campClass.id, cartId)),
  );
}

async function checkHolds(rounds: Rounds, name: string, parent: Person): Promise<void> {
  const held = (await countHeld(rounds, parent)).reduce((sum, one) => sum + one, 0);
  rounds.complaints.check(
    held <= MAX_FAMILY_HOLDS,
    `${name}: one account holds ${held} seats, with those that are offered to it`,
  );
}

/** How many seats of each class an account holds, offers included. */
async function countHeld({ school }: Rounds, { email }: Person): Promise<number[]> {
  const userId = makeUserId(email);
  const found = await school.collections.classes.find({ 'seats.userId': userId }).toArray();
  return [
    0,
    ...found.map(({ seats }) => seats.filter((seat) => seat.userId.equals(userId)).length),
  ];
}
