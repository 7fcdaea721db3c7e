import type { ListedChild } from '@speakifyr/contract/children.ts';

/** A child as the API lists it, whose guardian may do everything. */
export function buildChild(changes: Partial<ListedChild> = {}): ListedChild {
  return {
    _id: 'b'.repeat(24),
    name: 'Mia Feldsee',
    birthDate: '2017-06-03',
    note: '',
    may: ['see', 'book'],
    health: 'answered',
    allowedClasses: [],
    ...changes,
  };
}
