import { MAX_SEARCH_LENGTH } from '@speakifyr/contract/limits.ts';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';

/** Long enough not to ask for every letter, short enough to feel at once. */
const PAUSE_MS = 300;

type Props = {
  /** Names the field, and says what is searched: 'Search by name or email'. */
  label: string;
  /** What is searched for now: it stands in the address. */
  search: string;
  onSearch: (search: string) => void;
};

/** Searches when the person pauses, or presses Enter. */
export function SearchField({ label, search, onSearch }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  // Somebody else changed it, such as the Back button: then the field follows. What it sent itself comes back late,
  // and must not take away the letters typed meanwhile.
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (seen !== search) {
    setSeen(search);
    if (search !== sent) {
      setSent(search);
      setTyped(search);
    }
  }

  const send = useEffectEvent(() => submit());
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    const next = typed.trim();
    if (next === sent) return;
    setSent(next);
    onSearch(next);
  }

  return (
    <form role="search" className="relative w-full sm:max-w-sm" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        className="text-base-content/75 pointer-events-none absolute top-1/2 left-4 z-1 size-5 -translate-y-1/2"
        aria-hidden="true"
      />
      <input
        id={id}
        type="search"
        className="input input-lg bg-base-100 w-full pl-12 text-base"
        placeholder={label}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
