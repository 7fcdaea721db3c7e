import type { CartItem } from '@speakifyr/contract/cart.ts';
import { listNames } from '../../../lib/list-names.ts';
import {
  findRemedy,
  holdSeat,
  type Joiner,
  type JoinableClass,
  type JoinEnd,
} from '../cart/cart.queries.ts';
import { readRefusal } from '../cart/join-refusals.ts';

/** A join that the server refused, or that had no answer. */
type Refusal = { joiner: Joiner; name: string } & ReturnType<typeof readRefusal>;

/**
 * Joins a class for several people of a family, one after the other. A refusal for one of them does not stop the others.
 * R129
 * @param email of the account that books
 * @returns how it ended; what went wrong names the people
 */
export async function joinFamily(
  campClass: JoinableClass,
  email: string,
  joiners: Joiner[],
): Promise<JoinEnd> {
  const courses: CartItem[] = [];
  const seated: string[] = [];
  const refusals: Refusal[] = [];
  let own: unknown;
  for (const joiner of joiners) {
    try {
      const course = await holdSeat(campClass, email, joiner);
      if (course) courses.push(course);
      seated.push(joiner.name);
    } catch (error) {
      refusals.push({ joiner, name: joiner.name, ...readRefusal(error) });
      if (joiners.length === 1 && joiner.childId === null) own = error;
    }
  }
  const refused = refusals.map(({ joiner }) => joiner);
  const problem =
    refusals.length > 0
      ? {
          ...describeProblem(seated, refusals),
          retry: () => joinFamily(campClass, email, refused),
        }
      : undefined;
  if (seated.length === 0 && problem) return { state: 'refused', problem, error: own };
  return courses.length > 0
    ? { state: 'joined', courses, problem }
    : { state: 'enrolled', problem };
}

/** Such as `Mia has a seat. There was no seat left for Tom.` */
function describeProblem(seated: string[], refusals: Refusal[]) {
  const sentences: string[] = [];
  if (seated.length > 0)
    sentences.push(`${listNames(seated)} ${seated.length === 1 ? 'has' : 'have'} a seat.`);
  // People who are refused for the same reason share a sentence.
  for (const message of new Set(refusals.map((refusal) => refusal.message))) {
    const same = refusals.filter((refusal) => refusal.message === message);
    const names = listNames(same.map(({ name }) => name));
    const verb = same.length === 1 ? 'has' : 'have';
    switch (same[0]?.code) {
      case 'class_full':
        sentences.push(`There was no seat left for ${names}.`);
        break;
      case 'already_joined':
        sentences.push(`${names} already ${verb} a seat.`);
        break;
      default:
        sentences.push(`${names} ${verb} no seat yet: ${message}`);
    }
  }
  return {
    text: sentences.join(' '),
    remedy: findRemedy(refusals.map(({ code }) => code)),
    // Who has a seat, and who has none, is for the parent to read at leisure.
    isBrief: seated.length === 0 && refusals.every(({ isBrief }) => isBrief),
  };
}
