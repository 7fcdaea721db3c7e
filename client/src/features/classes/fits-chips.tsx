import { sayFirstName } from '../../lib/say-first-name.ts';
import { monthOfBirth, type SearchedChild } from './searched-child.ts';

type Props = {
  childrenOfUser: SearchedChild[];
  /** The months that are looked for. */
  born: string[];
  /** @param month of the child's birth */
  onPress: (month: string) => void;
};

/**
 * A parent's children: each press finds what fits this child, too. One row, so that nothing moves when they arrive.
 * R242, R522
 */
export function FitsChips({ childrenOfUser, born, onPress }: Props) {
  const names = childrenOfUser.map(({ name }) => name);
  return (
    <div
      role="group"
      aria-label="For whom"
      className="-my-1 -mr-4 flex min-w-0 gap-2 overflow-x-auto p-1 pr-4"
    >
      {childrenOfUser.map((child) => {
        const month = monthOfBirth(child);
        const isChosen = born.includes(month);
        return (
          <button
            key={child.name}
            type="button"
            aria-pressed={isChosen}
            className={`btn min-h-11 shrink-0 rounded-full whitespace-nowrap ${isChosen ? 'btn-primary' : 'bg-base-100 border-base-content/25'}`}
            onClick={() => onPress(month)}
          >
            Fits {sayFirstName(child.name, names)}
          </button>
        );
      })}
    </div>
  );
}
