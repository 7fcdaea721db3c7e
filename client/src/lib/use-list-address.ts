import { useSearchParams } from 'react-router-dom';

/** The API answers no page beyond, contract/src/lists.ts. */
const MAX_PAGE = 100_000;

/** What is searched for in a list, and which of its pages is shown. */
export type ListAddress = {
  search: string;
  page: number;
  /** The address's end for another page of the same search; the first needs no number. */
  linkToPage: (page: number) => string;
  /** Starts at the first page. */
  setSearch: (search: string) => void;
};

/**
 * What a list shows of itself stands in the address (`?search=&page=`), so that a link, a reload and the Back button
 * keep it.
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
    // Each letter typed is no step for the Back button.
    setSearch: (next: string) => setParams(next ? { search: next } : {}, { replace: true }),
  };
}

/** The page that an address names, from 1 on; the first where it names none, or one that no list has. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1;
}
