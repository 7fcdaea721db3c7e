import { useSearchParams } from 'react-router-dom';

/** The API's highest page number, see contract/src/lists.ts. */
const MAX_PAGE = 100_000;

/** Reads the filters of a list, by name. An address may contain anything: undefined ignores it. */
type FilterReaders = Record<string, (text: string) => string | undefined>;
type FilterValues<Readers extends FilterReaders> = {
  [Name in keyof Readers]?: Exclude<ReturnType<Readers[Name]>, undefined>;
};

/** A list's search, filters and page, as part of the address. */
export type ListAddress<Readers extends FilterReaders = FilterReaders> = {
  search: string;
  /** Only the filters that are set. */
  filters: FilterValues<Readers>;
  page: number;
  /** The query string for another page of the same search. The first page needs no number. */
  linkToPage: (page: number) => string;
  /** Starts again at the first page. */
  setSearch: (search: string) => void;
  /** Starts again at the first page. @param value empty to remove the filter */
  setFilter: (name: keyof Readers & string, value: string) => void;
};

/**
 * Keeps a list's search, filters and page in the address (`?search=&page=`), so that they survive a link, a reload and
 * the Back button.
 */
export function useListAddress<Readers extends FilterReaders = Record<never, never>>(
  readers = {} as Readers,
): ListAddress<Readers> {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = readPage(params.get('page'));
  const filters: Record<string, string> = {};
  for (const [name, read] of Object.entries(readers)) {
    const value = read(params.get(name) ?? '');
    if (value) filters[name] = value;
  }
  const chosen = { ...(search && { search }), ...filters };

  // Replace, so that the Back button does not step through every letter typed.
  const change = (name: string, value: string) => {
    const { [name]: _old, ...others } = chosen as Record<string, string>;
    setParams({ ...others, ...(value && { [name]: value }) }, { replace: true });
  };

  return {
    search,
    filters: filters as FilterValues<Readers>,
    page,
    linkToPage: (next) =>
      `?${new URLSearchParams({ ...chosen, ...(next > 1 && { page: String(next) }) })}`,
    setSearch: (next) => change('search', next),
    setFilter: change,
  };
}

/** For a filter that has a few values. */
export function oneOf<Value extends string>(values: readonly Value[]) {
  return (text: string): Value | undefined => values.find((value) => value === text);
}

/** For a filter that is a day, yyyy-mm-dd. */
export function readDay(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The page number in an address, from 1; the first page if it is missing or invalid. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1;
}
