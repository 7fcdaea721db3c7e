import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { OFFICE_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { ReadName } from '@speakifyr/contract/touches.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type CallArguments, callList, type ListName } from './api.ts';
import { PUBLIC } from './query-client.ts';

/** The names that the spec fixes for two cached answers (section 7). Every other answer is cached by its call's name. */
const SPEC_KEYS: Partial<Record<ReadName, string>> = {
  'GET /instructors': 'instructors',
  'GET /popularclass': 'popularcl',
};

/** A call that anyone may make, and that knows nobody. */
type PublicRead = {
  [K in ReadName]: Contract[K]['access']['who'] extends 'visitor' ? K : never;
}[ReadName];

/** Calls whose answer is the same for everybody. It stays when the person changes, and fresh for five minutes. */
const PUBLIC_READS: readonly ReadName[] = [
  'GET /classes',
  'GET /classes/:id',
  'GET /instructors',
  'GET /popularclass',
  'GET /refundPolicy',
  'GET /texts/:name',
] satisfies PublicRead[];

/** Calls about health or about children at camp, and offers that may change at any moment: forgotten with their page. */
const NOT_KEPT: readonly ReadName[] = [
  'GET /attendanceSheet/:classId',
  'GET /aidRequests',
  'GET /cancellation/:cartId',
  'GET /childRecords/:childId',
  'GET /children/:id/contacts',
  'GET /children/:id/mustNotCollect',
  'GET /classCare/:classId',
  'GET /classRecords/:classId/:day',
  'GET /dayList/:classId/:day',
  'GET /emergencyList',
  'GET /formPeople',
  'GET /lostDiscounts/:classId/:cartId',
  'GET /moveQuotes/:cartId',
  'GET /myAid',
  'GET /myChildren/:id',
  'GET /myForms',
  'GET /officeExtras/:classId/:cartId',
  'GET /seatExtras/:cartId',
];

/** The first part of the query keys of a call. Whatever asks a call again finds its answers by it. */
export function nameKey(name: ReadName): string {
  return SPEC_KEYS[name] ?? name;
}

/**
 * One call as a query. The key is the call and its input, so it can't lack what the answer depends on.
 * A person's own data, and the office's, can change at any time: they are asked for again whenever they are shown.
 * Other rules stand at the place of use: `useQuery({ ...read('GET /seasons'), staleTime: FRESH_MS })`.
 */
export function read<K extends ReadName>(name: K, ...[input]: CallArguments<K>) {
  return queryOptions({
    queryKey: input ? [nameKey(name), input] : [nameKey(name)],
    queryFn: () => call(name, ...([input] as unknown as CallArguments<K>)),
    ...readRules(name),
  });
}

/** A list with the number of entries on all its pages. Until it loads, the list before it stays. */
export function readList<K extends ListName & ReadName>(name: K, ...[input]: CallArguments<K>) {
  return queryOptions({
    queryKey: [nameKey(name), input, 'list'],
    queryFn: () => callList(name, ...([input] as unknown as CallArguments<K>)),
    placeholderData: keepPreviousData,
    ...readRules(name),
  });
}

/** An answer that does not change while a form or a payment shows it. The next time, it is asked for again. */
export function readOnce<K extends ReadName>(name: K, ...[input]: CallArguments<K>) {
  return queryOptions({
    queryKey: ['once', name, input],
    queryFn: () => call(name, ...([input] as unknown as CallArguments<K>)),
    staleTime: Infinity,
    gcTime: 0,
  });
}

function readRules(name: ReadName) {
  if (PUBLIC_READS.includes(name)) return { meta: PUBLIC };
  return NOT_KEPT.includes(name) ? { staleTime: 0, gcTime: 0 } : { staleTime: 0 };
}

/** A list's query besides its page and search. */
type Filters<K extends ListName> =
  Input<Contract[K]> extends { query?: infer Query }
    ? {
        [P in Exclude<keyof NonNullable<Query>, 'page' | 'size' | 'search'>]?:
          NonNullable<Query>[P] | undefined;
      }
    : never;
type Wanted<K extends ListName> = { search?: string; filters?: Filters<K> };

/** A page of a list that its address describes: see `useListAddress`. */
export function readPage<K extends ListName & ReadName>(
  name: K,
  { page, ...wanted }: Wanted<K> & { page: number },
) {
  const input = { query: { ...toQuery(wanted), page, size: OFFICE_PAGE_SIZE } };
  return readList(name, ...([input] as unknown as CallArguments<K>));
}

/** How many entries of a list there are, for a badge. Of the entries, nothing is kept. */
export function readCount<K extends ListName & ReadName>(name: K, filters?: Filters<K>) {
  const input = { query: { ...filters, page: 1, size: 1 } };
  return queryOptions({
    queryKey: [nameKey(name), input, 'count'],
    queryFn: async () => (await callList(name, ...([input] as unknown as CallArguments<K>))).total,
  });
}

/** A list's search and filters as the API wants them: empty ones are left out. */
export function toQuery<Wanted extends object>({
  search,
  filters,
}: {
  search?: string;
  filters?: Wanted;
}) {
  const set = Object.entries({ ...filters, search }).filter(([, value]) => value);
  return Object.fromEntries(set) as {
    [Name in keyof Wanted]?: Exclude<Wanted[Name], undefined>;
  } & { search?: string };
}
