import { PHOTO_CONSENT_VERSION } from '@speakifyr/contract/photo-file.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { CHILD_KEYS } from './children.queries.ts';

/** Gives a photo of a child, as base64, with consent to the text that the form shows. */
export function useGivePhoto(id: string) {
  return useChange(CHILD_KEYS, (jpeg: string) =>
    call('PUT /myChildren/:id/photo', {
      params: { id },
      body: { jpeg, consent: PHOTO_CONSENT_VERSION },
    }),
  );
}

/** Withdraws the consent, which erases the photo. */
export function useWithdrawPhoto(id: string) {
  return useChange(CHILD_KEYS, () => call('DELETE /myChildren/:id/photo', { params: { id } }));
}
