import { Camera, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { countStates, type PersonNow } from './read-person.ts';
import { useCanScan } from './scan-code.ts';
import type { GroupFilter } from './use-group-filter.ts';

type Props = {
  className: string;
  /** Everybody of the day, or of the chosen group. */
  people: PersonNow[];
  filter: ExpectedFilter;
  groups: GroupFilter;
  /** Whether something can still change on this day. */
  isToday: boolean;
  /** @param how whether the camera starts at once */
  onFind: (how: 'type' | 'scan') => void;
};

export type ExpectedFilter = {
  isOn: boolean;
  /** How many are shown who are no longer expected. */
  done: number;
  toggle: () => void;
  hideDone: () => void;
};

/**
 * Stays in sight below a phone's header, with the class's name in it, so that nothing covers that. On a low screen it
 * scrolls away.
 */
export function DayBar({ className, people, filter, groups, isToday, onFind }: Props) {
  const canScan = useCanScan();
  const expected = people.filter(({ attendance }) => attendance.state === 'expected').length;
  return (
    <div className="bg-base-200 border-base-content/15 top-[4.5rem] z-10 -mx-4 mb-2 border-b px-4 py-2 sm:-mx-8 sm:px-8 lg:top-0 [@media(min-height:40rem)]:sticky">
      <p className="truncate font-bold">{className}</p>
      <p role="status" className="font-semibold tabular-nums">
        {countStates(people)}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {groups.names.length > 0 && (
          <select
            aria-label="Group"
            className="select select-sm bg-base-100 min-h-11 w-auto max-w-full min-w-0 overflow-clip pe-9 text-base"
            value={groups.chosen}
            onChange={({ target }) => groups.choose(target.value)}
          >
            <option value="">All groups</option>
            {groups.names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
        {isToday && (
          <BarButton isOn={filter.isOn} onClick={filter.toggle}>
            {`Still expected: ${expected}`}
          </BarButton>
        )}
        {filter.done > 0 && (
          <BarButton onClick={filter.hideDone}>
            Hide {filter.done}
            <span className="sr-only"> recorded</span>
          </BarButton>
        )}
        <BarButton onClick={() => onFind('type')}>
          <Search className="size-4 max-sm:hidden" aria-hidden="true" />
          Find
        </BarButton>
        {canScan && (
          <BarButton onClick={() => onFind('scan')}>
            <Camera className="size-4 max-sm:hidden" aria-hidden="true" />
            Scan
          </BarButton>
        )}
      </div>
    </div>
  );
}

type ButtonProps = {
  /** Of a button that stays pressed. */
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function BarButton({ isOn, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`btn btn-sm min-h-11 ${isOn ? 'bg-base-content text-base-100' : 'btn-outline'}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
