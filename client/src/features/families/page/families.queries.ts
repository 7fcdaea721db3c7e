import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

const CHANGED = ['family', 'auditLog'];
/** Also what the office finds and lists. */
const LISTED = [...CHANGED, 'search', 'users', 'payments', 'classPeople', 'outbox'];

/** The family of an account. */
export function familyOptions(id: string) {
  return queryOptions({
    queryKey: ['family', id],
    queryFn: () => call('GET /families/:id', { params: { id } }),
    staleTime: 0,
  });
}

/** A child's contacts. The server records each reader, so nothing loads them before somebody asks. */
export function contactsOptions(childId: string) {
  return queryOptions({
    queryKey: ['contacts', childId],
    queryFn: () => call('GET /children/:id/contacts', { params: { id: childId } }),
    staleTime: 0,
    // As the care sheet: forgotten when its page closes.
    gcTime: 0,
  });
}

/** Who must not collect a child. Each reader is recorded, too. */
export function blocksOptions(childId: string) {
  return queryOptions({
    queryKey: ['blocks', childId],
    queryFn: () => call('GET /children/:id/mustNotCollect', { params: { id: childId } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Says as the office who must not collect a child. */
export function useAddBlock(childId: string) {
  return useChange(
    [...CHANGED, 'blocks'],
    (body: Input<Contract['POST /children/:id/mustNotCollect']>['body']) =>
      call('POST /children/:id/mustNotCollect', { params: { id: childId }, body }),
  );
}

/** Ends what anybody said about who must not collect a child, given the entry's id. */
export function useEndBlock(childId: string) {
  return useChange([...CHANGED, 'blocks'], (entryId: string) =>
    call('DELETE /children/:id/mustNotCollect/:entryId', { params: { id: childId, entryId } }),
  );
}

/** Opens an account for a family that called. */
export function useOpenFamily() {
  return useChange(LISTED, (body: Input<Contract['POST /families']>['body']) =>
    call('POST /families', { body }),
  );
}

/** Adds a child to the family of an account. */
export function useAddChildOf(id: string) {
  return useChange(LISTED, (body: { name: string; birthDate: string }) =>
    call('POST /families/:id/children', { params: { id }, body }),
  );
}

/** Makes the code with which the owner of an account takes it over. */
export function useMakeClaimCode(id: string) {
  return useChange(CHANGED, () => call('POST /families/:id/claimCode', { params: { id } }));
}

/** Other families that a text finds, without this one. */
export function otherFamiliesOptions(text: string, id: string) {
  return queryOptions({
    queryKey: ['search', text, 'other than', id],
    queryFn: async () => {
      const { parents } = await call('GET /search', { query: { text } });
      return parents.filter(({ _id, isRemoved }) => _id !== id && !isRemoved);
    },
    enabled: hasVisible(text),
    staleTime: 0,
  });
}

/** What would move to another account. @param into empty while none is chosen */
export function mergeOptions(id: string, into: string) {
  return queryOptions({
    queryKey: ['family', id, 'merge', into],
    queryFn: () => call('GET /families/:id/merge', { params: { id }, query: { into } }),
    enabled: into !== '',
    staleTime: 0,
  });
}

/** Merges two families, or asks the owner of the first one. Afterwards, everything that the office reads may have changed. */
export function useMergeFamily(id: string) {
  return useChange(LISTED, (body: { into: string; note: string }) =>
    call('POST /families/:id/merge', { params: { id }, body }),
  );
}

/** Takes back what the owner of an account is asked. */
export function useWithdrawMerge(id: string) {
  return useChange(CHANGED, () => call('DELETE /families/:id/merge', { params: { id } }));
}

/** Corrects the name, the phone or the address of an account. */
export function useCorrectAccount(id: string) {
  return useChange(
    CHANGED,
    (body: { name?: string; phone?: string; email?: string; note: string }) =>
      call('PATCH /families/:id', { params: { id }, body }),
  );
}

/** Says where an account's emails should go. */
export function useAskMailTo(id: string) {
  return useChange([...CHANGED, 'outbox'], (body: { address: string; note: string }) =>
    call('POST /families/:id/mailTo', { params: { id }, body }),
  );
}

/** Corrects the name or the birth date of a child. */
export function useCorrectChild(id: string) {
  return useChange(CHANGED, (body: { name?: string; birthDate?: string; note: string }) =>
    call('PATCH /children/:id', { params: { id }, body }),
  );
}

/** Takes an entry off a waiting list, given the entry's id. */
export function useTakeOffList(id: string) {
  return useChange([...CHANGED, 'classWaiting', 'classes', 'popularcl'], (waitId: string) =>
    call('DELETE /families/:id/waiting/:waitId', { params: { id, waitId } }),
  );
}

/** Writes a note about a family, once for each `noteId`. */
export function useAddNote(id: string) {
  return useChange(CHANGED, (body: { text: string; noteId: string }) =>
    call('POST /families/:id/notes', { params: { id }, body }),
  );
}

/** Deletes a note about a family, given the note's id. */
export function useDeleteNote(id: string) {
  return useChange(CHANGED, (noteId: string) =>
    call('DELETE /families/:id/notes/:noteId', { params: { id, noteId } }),
  );
}

/** The open classes by start day, to choose one. */
export function openClassesOptions() {
  return queryOptions({
    queryKey: ['classList', 'to choose'],
    queryFn: async () =>
      (
        await callList('GET /classList', {
          query: { status: 'open', sort: 'camp_start', size: MAX_PAGE_SIZE },
        })
      ).items,
    staleTime: 0,
  });
}

/** Erases a child's photo, given the reason. */
export function useRemovePhoto(id: string) {
  return useChange(CHANGED, (note: string) =>
    call('DELETE /children/:id/photo', { params: { id }, body: { note } }),
  );
}

/** Removes a child's guardian. */
export function useRemoveGuardian() {
  return useChange(
    CHANGED,
    ({ id, guardianId, note }: { id: string; guardianId: string; note: string }) =>
      call('DELETE /children/:id/guardians/:guardianId', {
        params: { id, guardianId },
        body: { note },
      }),
  );
}

/** Lets a child outside a class's ages join it. */
export function useAllowAge() {
  return useChange(CHANGED, (body: { childId: string; classId: string; note: string }) =>
    call('POST /ageExceptions', { body }),
  );
}

/** Takes that back. */
export function useTakeBackAge() {
  return useChange(CHANGED, (body: { childId: string; classId: string; note: string }) =>
    call('DELETE /ageExceptions', { body }),
  );
}
