import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
import { loadProvider } from '../../session/load-provider.ts';

type Profile = Input<Contract['PATCH /myProfile']>['body'];

/** Everything that shows the person's name or photo. */
const CHANGED = [
  'userStats',
  'adminStats',
  'instructorStats',
  'instructorInfo',
  'myInstructorPage',
  'instructors',
  'classes',
  'popularcl',
  'myclass',
  'myEnrolledClass',
];

/** Saves the profile here, then at the provider, which only keeps a copy: if that fails, nobody has to know. */
export function useSaveProfile() {
  return useChange(CHANGED, async (body: Profile) => {
    const user = await call('PATCH /myProfile', { body });
    try {
      await (await loadProvider()).changeProfile(user);
    } catch (error) {
      console.error('Could not change the profile at the provider', error);
    }
    return user;
  });
}

/** Where the person's emails go, if not to the address of their log-in. */
export function mailToOptions() {
  return queryOptions({
    queryKey: ['mailTo'],
    queryFn: () => call('GET /mailTo'),
    staleTime: 0,
  });
}

/** Confirms the address that got this token; without one, emails go to the address of the log-in again. */
export function useChangeMailTo() {
  return useChange(['mailTo'], (token?: string) =>
    token ? call('POST /mailTo/confirm', { body: { token } }) : call('DELETE /mailTo'),
  );
}
