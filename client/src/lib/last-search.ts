import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { paths } from './paths.ts';
import { tabStorage } from './storage.ts';

/** The last search of Classes, kept for the tab: it is in its history, too. */
const KEY = 'last-search';

/**
 * Remembers a search. R524
 * @param search the end of the address of Classes, empty or with its question mark
 */
export function keepSearch(search: string): void {
  tabStorage.write(KEY, search);
}

/** @returns goes from the page of a class to Classes as they were left; on every other page nothing happens */
export function useKeepLooking(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (matchPath(paths.class, pathname))
      void navigate(paths.classes + (tabStorage.read(KEY) ?? ''));
  };
}
