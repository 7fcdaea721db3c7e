import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
import { loadProvider } from '../../session/load-provider.ts';

type Profile = Input<Contract['PATCH /myProfile']>['body'];

/** Saves the profile here, then at the provider, which only keeps a copy: if that fails, nobody has to know. */
export function useSaveProfile() {
  return useChange('PATCH /myProfile', async (body: Profile) => {
    const user = await call('PATCH /myProfile', { body });
    try {
      await (await loadProvider()).changeProfile(user);
    } catch (error) {
      console.error('Could not change the profile at the provider', error);
    }
    return user;
  });
}

/** Confirms the address that got this token; without one, emails go to the address of the log-in again. */
export function useChangeMailTo() {
  return useChange(['POST /mailTo/confirm', 'DELETE /mailTo'], (token?: string) =>
    token ? call('POST /mailTo/confirm', { body: { token } }) : call('DELETE /mailTo'),
  );
}
