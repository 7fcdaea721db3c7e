import {
  type AccountSettings,
  type ConfirmProof,
  createProofChecker,
} from './firebase-accounts.ts';
import { createTokenReader, type KeySettings, type ReadProof } from './firebase-tokens.ts';

/** The authentication provider. A proof counts only after both steps. */
export type Provider = { readProof: ReadProof; confirmProof: ConfirmProof };

/** Firebase Authentication, as the settings name it. */
export function createFirebase(settings: KeySettings & AccountSettings): Provider {
  return { readProof: createTokenReader(settings), confirmProof: createProofChecker(settings) };
}
