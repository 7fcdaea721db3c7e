import { MAX_SEARCH_LENGTH } from '@speakifyr/contract/limits.ts';
import { Search } from 'lucide-react';
import { type FormEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTypedText } from '../lib/use-typed-text.ts';

type Props = {
  /** The name of the field, which says what is searched: 'Search by name, phone or email'. */
  label: string;
  /** Shown in the empty field; the label if left out. */
  placeholder?: string;
  /** The current search, from the address. */
  search: string;
  onSearch: (search: string) => void;
  /** What the search leaves out, shown below the field. */
  hint?: string;
};

/**
 * Searches when the person stops typing or presses Enter. Text typed into a prerendered page before the app starts is
 * searched for too: Enter then submits the form to the same address that the app would use.
 */
export function SearchField({ label, placeholder = label, search, onSearch, hint }: Props) {
  const id = useId();
  const { typed, setTyped, send } = useTypedText(search, onSearch);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current) setTyped(field.current.value);
  }, [setTyped]);

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form role="search" className="w-full sm:max-w-sm" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <Search
          className="text-base-content/75 pointer-events-none absolute top-1/2 left-4 z-1 size-5 -translate-y-1/2"
          aria-hidden="true"
        />
        <input
          ref={field}
          id={id}
          type="search"
          name="search"
          className="input input-lg bg-base-100 w-full pl-12 text-base"
          placeholder={placeholder}
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
          {hint}
        </p>
      )}
    </form>
  );
}
