import { MAX_SEARCH_LENGTH } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePhones } from '../../lib/phones.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { type FoundGroup, type FoundItem, groupFound } from './found-groups.ts';
import { FoundList } from './found-list.tsx';
import { canSearch, searchOptions } from './search.queries.ts';

/**
 * The office's one search: a combobox with what was found in groups, and the pages about it. Control or Command with K leads to it from
 * everywhere. A single key would be easier, but people who dictate would trigger it (WCAG 2.1.4).
 * @param props.findPages the pages for a text, found without the server
 */
export function SearchBox({ findPages }: { findPages: (text: string) => FoundItem[] }) {
  const id = useId();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState('');
  const { typed, setTyped, send } = useTypedText(text, setText);
  const found = useQuery(searchOptions(text));
  const { writePhoneNumber } = usePhones();
  const pages = findPages(text);
  const groups = canSearch(text) && found.data ? groupFound(found.data, writePhoneNumber) : [];
  // Last, so that Enter opens a family named Price.
  if (pages.length > 0) groups.push({ title: 'Pages', items: pages });
  const items = groups.flatMap((group) => group.items);
  const isShown = isOpen && canSearch(typed.trim()) && canSearch(text);
  // What was found for another text must not be opened.
  const isSame = typed.trim() === text;
  const isCurrent = isSame && !found.isPlaceholderData && found.isSuccess;
  useShortcut(field);

  function close() {
    setOpen(false);
    setActive('');
  }

  function open(to: string) {
    close();
    setTyped('');
    setText('');
    void navigate(to);
  }

  function step(by: 1 | -1) {
    if (items.length === 0) return;
    setOpen(true);
    const place = items.findIndex(({ key }) => key === active);
    const next = place === -1 && by === -1 ? items.length - 1 : place + by;
    setActive(items[(next + items.length) % items.length]?.key ?? '');
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Escape' && isShown) close();
    else if (event.key === 'Escape') setTyped('');
    else if (event.key === 'Enter') {
      const chosen = items.find(({ key }) => key === active) ?? items[0];
      // Pages are here without the server. Before it answers, its families may still come first.
      const isPage =
        isSame && pages.some(({ key }) => key === (found.isError ? chosen?.key : active));
      if (isShown && (isCurrent || isPage) && chosen) open(chosen.to);
      else {
        setOpen(true);
        send();
      }
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      role="search"
      aria-label="The whole school"
      className="relative"
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) close();
      }}
    >
      <label htmlFor={id} className="sr-only">
        Find a family, seat, payment or page
      </label>
      <Search
        className="text-base-content/75 pointer-events-none absolute top-1/2 left-4 z-1 size-5 -translate-y-1/2"
        aria-hidden="true"
      />
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active ? `${id}-${active}` : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        className="input bg-base-100 w-full pr-4 pl-12 text-base sm:pr-20"
        placeholder="Find a family, class, payment or page"
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive('');
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
      />
      <kbd
        className="text-base-content/75 border-base-300 pointer-events-none absolute top-1/2 right-4 hidden -translate-y-1/2 rounded border px-1.5 text-sm sm:block"
        aria-hidden="true"
      >
        Ctrl K
      </kbd>
      <p role="status" className="sr-only">
        {isShown && isCurrent && countFound(groups)}
      </p>
      {isShown && (
        <FoundList
          id={id}
          groups={groups}
          active={active}
          isLoading={!isCurrent && !found.isError}
          error={found.isError ? found.error : null}
          onHover={setActive}
          onOpen={open}
        />
      )}
    </div>
  );
}

function countFound(groups: FoundGroup[]): string {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count === 0) return 'Nothing found';
  return `${count} found`;
}

/** Control or Command with K puts the focus into the field. */
function useShortcut(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      const isShortcut =
        event.key.toLowerCase() === 'k' &&
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey;
      // A dialog keeps the focus inside.
      if (!isShortcut || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}
