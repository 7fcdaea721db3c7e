import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepSearch } from '../../lib/last-search.ts';
import { type ClassFilter, linkToClasses, readClassFilter } from './class-filter.ts';

/**
 * Changes the filter and starts at the first page.
 * @param changes a function gets the filter as it is by now: of two quick presses, none is lost
 * @param how.replace the Back button skips this change: for each letter typed
 */
export type ChangeFilter = (
  changes: Partial<ClassFilter> | ((now: ClassFilter) => Partial<ClassFilter>),
  how?: { replace?: boolean },
) => void;

/** Keeps the filter in the address, so that links, reload and the Back button work. */
export function useClassFilter() {
  const [address, setAddress] = useSearchParams();
  const { search } = useLocation();
  const filter = readClassFilter(address);
  /** The address changes a moment after the press. */
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = readClassFilter(new URLSearchParams(search));
    keepSearch(search);
  }, [search]);

  const changeFilter: ChangeFilter = (changes, how = {}) => {
    const now = latest.current;
    const chosen = typeof changes === 'function' ? changes(now) : changes;
    latest.current = { ...now, page: 1, ...chosen };
    setAddress(linkToClasses(latest.current), how);
  };

  return { filter, changeFilter };
}
