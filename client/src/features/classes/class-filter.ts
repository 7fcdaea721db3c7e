import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_AGE, MAX_SEARCH_LENGTH } from '@speakifyr/contract/limits.ts';
import { readPage } from '../../lib/use-list-address.ts';

/** The orders of the classes: the API's name and the one people see. */
const CLASS_ORDERS = {
  best: 'Best match',
  camp_start: 'Start day',
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  '-sit': 'Most seats left',
} as const;
export type ClassOrder = keyof typeof CLASS_ORDERS;

/** Which classes are shown, and which page of them. */
export type ClassFilter = {
  /** What a parent types: words about a class, an instructor or a place; empty for all. */
  search: string;
  /** Only classes with seats left. */
  isFree: boolean;
  /** The month of the start day, yyyy-mm; empty for any. */
  month: string;
  /** The month of a child's birth, yyyy-mm: only classes that take its age on their first day; empty for all. */
  born: string;
  /** The Monday of a week, yyyy-mm-dd: only classes that meet in it; empty for any. */
  week: string;
  /** Only classes that take a child of this age. */
  age: number | undefined;
  /** In whole currency units, both ends included. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  /** undefined is the usual one: the best match of a search, or the start day. */
  order: ClassOrder | undefined;
  page: number;
};

/** All classes, by start day. */
export const NO_FILTER: ClassFilter = {
  search: '',
  isFree: false,
  month: '',
  born: '',
  week: '',
  age: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  order: undefined,
  page: 1,
};

/** Reads the end of an address; invalid values are ignored. */
export function readClassFilter(address: URLSearchParams): ClassFilter {
  const search = address.get('search') ?? '';
  return {
    search: search
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_SEARCH_LENGTH),
    isFree: address.get('free') === 'true',
    month: readMonth(address.get('month')),
    born: readMonth(address.get('born')),
    week: readDay(address.get('week')),
    age: readAge(address.get('age')),
    minPrice: readPrice(address.get('min_price')),
    maxPrice: readPrice(address.get('max_price')),
    order: readOrder(address.get('sort'), search.trim()),
    page: readPage(address.get('page')),
  };
}

/** The end of an address, starting with its question mark, that `readClassFilter` reads back. */
export function linkToClasses({ order, page, ...filter }: ClassFilter): string {
  const chosen = {
    ...describeFilter(filter),
    ...(order && order !== getUsualOrder(filter.search) && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  };
  return `?${new URLSearchParams(chosen)}`;
}

/** What the API is asked for. */
export function buildClassQuery({
  order,
  page,
  ...filter
}: ClassFilter): Input<Contract['GET /classes']>['query'] {
  const sort = order ?? getUsualOrder(filter.search);
  return { ...describeFilter(filter), sort, page, size: DEFAULT_PAGE_SIZE };
}

/** The orders to choose from, the usual one first. Only a search has a best match. */
export function listOrders(search: string): [order: ClassOrder, name: string][] {
  const orders = Object.entries(CLASS_ORDERS) as [ClassOrder, string][];
  return orders.filter(([order]) => search || order !== 'best');
}

export function getUsualOrder(search: string): ClassOrder {
  return search ? 'best' : 'camp_start';
}

/** How many filters are set, besides the search. */
export function countFilters({
  isFree,
  month,
  born,
  week,
  age,
  minPrice,
  maxPrice,
}: ClassFilter): number {
  const chosen = [age, minPrice, maxPrice].filter((value) => value !== undefined);
  const texts = [month, born, week].filter((text) => text !== '');
  return Number(isFree) + texts.length + chosen.length;
}

/** Empty if it is not a month. */
function readMonth(text: string | null): string {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : '';
}

/** Empty if it is not a day. */
function readDay(text: string | null): string {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(Date.parse(text)) ? text : '';
}

/** Reads an age that was typed or is in an address; undefined if it is not one. */
export function readAge(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  const age = Number(text);
  return Number.isInteger(age) && age >= 0 && age <= MAX_AGE ? age : undefined;
}

/** Reads a price that was typed or is in an address; undefined if it is not a price. */
export function readPrice(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  const price = Number(text);
  return Number.isFinite(price) && price >= 0 ? price : undefined;
}

/** The API and the address use the same names. */
function describeFilter({
  search,
  isFree,
  month,
  born,
  week,
  age,
  minPrice,
  maxPrice,
}: Omit<ClassFilter, 'order' | 'page'>): Record<string, string> {
  return {
    ...(search && { search }),
    ...(isFree && { free: 'true' }),
    ...(month && { month }),
    ...(born && { born }),
    ...(week && { week }),
    ...(age !== undefined && { age: String(age) }),
    ...(minPrice !== undefined && { min_price: String(minPrice) }),
    ...(maxPrice !== undefined && { max_price: String(maxPrice) }),
  };
}

function readOrder(text: string | null, search: string): ClassOrder | undefined {
  return listOrders(search).find(([order]) => order === text)?.[0];
}
