import type { Environment } from '../environment.ts';
import { type ConfirmProof, createProofChecker } from './firebase-accounts.ts';
import { createTokenReader, type ReadProof } from './firebase-tokens.ts';

/** The authentication provider. A proof counts only after both steps. */
export type Provider = { readProof: ReadProof; confirmProof: ConfirmProof };

type Settings = Pick<
  Environment,
  'FIREBASE_PROJECT_ID' | 'FIREBASE_JWKS_URL' | 'IDENTITY_TOOLKIT_URL' | 'FIREBASE_API_KEY'
>;

/** Firebase Authentication, as the settings name it. */
export function createFirebase(settings: Settings): Provider {
  return {
    readProof: createTokenReader({
      projectId: settings.FIREBASE_PROJECT_ID,
      jwksUrl: settings.FIREBASE_JWKS_URL,
    }),
    confirmProof: createProofChecker({
      toolkitUrl: settings.IDENTITY_TOOLKIT_URL,
      apiKey: settings.FIREBASE_API_KEY,
    }),
  };
}
