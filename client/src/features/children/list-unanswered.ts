import type { ListedChild } from '@speakifyr/contract/children.ts';
import { mayChange } from './name-rights.ts';

/**
 * The children about whose health the person should be asked: they have a class to come, the answer is missing or old,
 * and the person may give it. Missing answers come first.
 * @param inClass ids of the children who have a seat in a class that is not over
 */
export function listUnanswered(children: ListedChild[], inClass: Set<string>): ListedChild[] {
  const asked = children.filter(({ _id, may }) => inClass.has(_id) && mayChange(may));
  return [
    ...asked.filter(({ health }) => health === 'missing'),
    ...asked.filter(({ health }) => health === 'outdated'),
  ];
}
