import type { User } from '@speakifyr/contract/identity.ts';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
import { loadProvider } from '../../session/load-provider.ts';

/** Tells the provider what was saved here. It only keeps a copy: if that fails, nobody has to know. */
export async function copyToProvider(user: User): Promise<void> {
  try {
    await (await loadProvider()).changeProfile(user);
  } catch (error) {
    console.error('Could not change the profile at the provider', error);
  }
}

/** Confirms the address that got this token; without one, emails go to the address of the log-in again. */
export function useChangeMailTo() {
  return useChange(['POST /mailTo/confirm', 'DELETE /mailTo'], (token?: string) =>
    token ? call('POST /mailTo/confirm', { body: { token } }) : call('DELETE /mailTo'),
  );
}
