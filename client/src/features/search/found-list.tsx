import { MAX_FOUND } from '@speakifyr/contract/limits.ts';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { type FoundGroup, isCutOff } from './found-groups.ts';

type Props = {
  /** Begins the id of each option. */
  id: string;
  groups: FoundGroup[];
  /** The key of the option that Enter opens. */
  active: string;
  isLoading: boolean;
  error: Error | null;
  onHover: (key: string) => void;
  onOpen: (to: string) => void;
};

/** What the search found, below its field. */
export function FoundList({ id, groups, active, isLoading, error, onHover, onOpen }: Props) {
  return (
    <div className="bg-base-100 border-base-300 shadow-lifted rounded-box absolute inset-x-0 top-full z-30 mt-2 max-h-[min(32rem,70dvh)] overflow-y-auto border p-2">
      <div id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={isLoading}>
        {groups.map(({ title, items }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <p id={`${id}-${title}`} className="text-base-content/75 px-3 pt-2 text-sm font-bold">
              {title}
            </p>
            {items.map(({ key, title: name, note, to }) => (
              <Link
                key={key}
                id={`${id}-${key}`}
                to={to}
                role="option"
                aria-selected={key === active}
                tabIndex={-1}
                ref={key === active ? scrollTo : undefined}
                className={`rounded-field block min-h-11 px-3 py-1.5 ${key === active ? 'bg-base-300' : ''}`}
                onMouseMove={() => onHover(key)}
                onMouseDown={keepFocus}
                onClick={(event) => {
                  // With Control or Command the browser opens a tab.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(to);
                }}
              >
                <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
                <span className="text-base-content/80 block text-sm [overflow-wrap:anywhere]">
                  {note}
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      <Note {...{ groups, isLoading, error }} />
    </div>
  );
}

function Note({ groups, isLoading, error }: Pick<Props, 'groups' | 'isLoading' | 'error'>) {
  const className = 'text-base-content/80 px-3 py-2';
  if (error)
    return (
      <p role="alert" className="text-error px-3 py-2">
        {readApiError(error).message}
      </p>
    );
  if (groups.length === 0)
    return (
      <p className={className}>
        {isLoading
          ? 'Searching…'
          : 'Nothing found. Try a name, phone, email, entry code, receipt number, payment ID or what a page is about.'}
      </p>
    );
  if (isCutOff(groups))
    return (
      <p className={`${className} text-sm`}>
        {`At most ${MAX_FOUND} of each kind are listed. Type more to find others.`}
      </p>
    );
  return null;
}

/** Keeps the focus in the field, so that a press does not close the list before the click. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
