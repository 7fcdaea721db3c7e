import { useSearchParams } from 'react-router-dom';
import { type ClassFilter, linkToClasses, readClassFilter } from './class-filter.ts';

/** Keeps the filter in the address, so that links, reload and the Back button work. */
export function useClassFilter() {
  const [address, setAddress] = useSearchParams();
  const filter = readClassFilter(address);

  /** Starts at the first page. @param how.replace the Back button skips this change: for each letter typed */
  function changeFilter(changes: Partial<ClassFilter>, how: { replace?: boolean } = {}): void {
    setAddress(linkToClasses({ ...filter, page: 1, ...changes }), how);
  }

  return { filter, changeFilter };
}
