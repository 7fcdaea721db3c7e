import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_AGE,
  MAX_SEARCH_LENGTH,
  MAX_SEARCHED_CHILDREN,
} from '@speakifyr/contract/limits.ts';
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
  /** The months of children's births, yyyy-mm: only classes that take all of them on the first day; empty for any. */
  born: string[];
  /** The first day of a week, yyyy-mm-dd: only classes that meet in it; empty for any. */
  week: string;
  /** Only classes that take children of all these ages, in order; empty for any. */
  ages: number[];
  /** In whole currency units, both ends included. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  /** undefined is the usual one: the best match of a search, or the start day. */
  order: ClassOrder | undefined;
  page: number;
};

/** What 'Clear filters' sets. Search and order stay. */
export const NO_FIELDS = {
  isFree: false,
  month: '',
  born: [],
  week: '',
  ages: [],
  minPrice: undefined,
  maxPrice: undefined,
} satisfies Partial<ClassFilter>;

/** All classes, by start day. */
export const NO_FILTER: ClassFilter = {
  ...NO_FIELDS,
  search: '',
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
    born: readEach(address.get('born'), (text) => readMonth(text) || undefined),
    week: readDay(address.get('week')),
    ages: readEach(address.get('age'), readAge).sort((one, other) => one - other),
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

/** Adds a child to those looked for, or takes it away. @returns a new list, no longer than the API accepts */
export function toggleChild<Value>(chosen: Value[], one: Value): Value[] {
  if (chosen.includes(one)) return chosen.filter((other) => other !== one);
  return [...chosen, one].slice(-MAX_SEARCHED_CHILDREN);
}

/** How many filters are set, besides the search. */
export function countFilters({
  isFree,
  month,
  born,
  week,
  ages,
  minPrice,
  maxPrice,
}: ClassFilter): number {
  const prices = [minPrice, maxPrice].filter((value) => value !== undefined);
  const texts = [month, week].filter((text) => text !== '');
  return Number(isFree) + texts.length + born.length + ages.length + prices.length;
}

/** Empty if it is not a month. */
function readMonth(text: string | null): string {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : '';
}

/** Empty if it is not a day. */
function readDay(text: string | null): string {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(Date.parse(text)) ? text : '';
}

/** Reads the values of a list in an address, each once; what is not one is left out, and so is what the API refuses. */
function readEach<Value>(text: string | null, read: (one: string) => Value | undefined): Value[] {
  const values = (text ?? '').split(',').map(read);
  return [...new Set(values.filter((value) => value !== undefined))].slice(
    0,
    MAX_SEARCHED_CHILDREN,
  );
}

/** undefined if it is not an age. */
function readAge(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= MAX_AGE ? Number(text) : undefined;
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
  ages,
  minPrice,
  maxPrice,
}: Omit<ClassFilter, 'order' | 'page'>): Record<string, string> {
  return {
    ...(search && { search }),
    ...(isFree && { free: 'true' }),
    ...(month && { month }),
    ...(born.length > 0 && { born: born.join() }),
    ...(week && { week }),
    ...(ages.length > 0 && { age: ages.join() }),
    ...(minPrice !== undefined && { min_price: String(minPrice) }),
    ...(maxPrice !== undefined && { max_price: String(maxPrice) }),
  };
}

function readOrder(text: string | null, search: string): ClassOrder | undefined {
  return listOrders(search).find(([order]) => order === text)?.[0];
}
