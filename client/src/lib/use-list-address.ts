import { useSearchParams } from 'react-router-dom';

/** The API's highest page number, see contract/src/lists.ts. */
const MAX_PAGE = 100_000;

/** A list's search and page, as part of the address. */
export type ListAddress = {
  search: string;
  page: number;
  /** The query string for another page of the same search. The first page needs no number. */
  linkToPage: (page: number) => string;
  /** Starts again at the first page. */
  setSearch: (search: string) => void;
};

/**
 * Keeps a list's search and page in the address (`?search=&page=`), so that they survive a link, a reload and the Back
 * button.
 */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = readPage(params.get('page'));

  function linkToPage(next: number): string {
    const link = new URLSearchParams({
      ...(search && { search }),
      ...(next > 1 && { page: String(next) }),
    });
    return `?${link}`;
  }

  return {
    search,
    page,
    linkToPage,
    // Replace, so that the Back button does not step through every letter typed.
    setSearch: (next: string) => setParams(next ? { search: next } : {}, { replace: true }),
  };
}

/** The page number in an address, from 1; the first page if it is missing or invalid. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1;
}
