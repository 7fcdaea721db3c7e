import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
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
  const refresh = useRefresh(CHANGED);
  return useMutation({
    networkMode: 'always',
    async mutationFn(body: Profile) {
      const user = await call('PATCH /myProfile', { body });
      try {
        await (await loadProvider()).changeProfile(user);
      } catch (error) {
        console.error('Could not change the profile at the provider', error);
      }
      return user;
    },
    onSettled: refresh,
  });
}
