import {
  checkEnabled,
  createAccount,
  signSession,
  type Account,
  type GoogleIdentity,
} from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { readGoogleIdentity } from './google.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { nowInSeconds } from './tokens.ts';

/**
 * accounts:signInWithIdp, for Google. An account with the same address is used if Google has verified the address;
 * otherwise the person must first prove that the account is theirs (`needConfirmation`).
 */
export function signInWithIdp({ accounts, tokens }: Project, fields: Fields) {
  if (fields['idToken']) throw new AuthError('OPERATION_NOT_ALLOWED');
  const { identity, oauthIdToken } = readGoogleIdentity(fields);
  const linked = accounts.findByGoogle(identity.rawId);
  const sameEmail = linked ? undefined : accounts.findByEmail(identity.email);
  if (sameEmail && !identity.emailVerified) {
    const verifiedProvider = sameEmail.google ? ['google.com'] : [];
    const { email } = identity;
    return { needConfirmation: true, email, providerId: 'google.com', verifiedProvider };
  }
  const account = saveSignIn();
  return {
    providerId: 'google.com',
    localId: account.localId,
    email: account.email,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    oauthIdToken,
    isNewUser: !linked && !sameEmail,
    ...signSession(tokens, account, { provider: 'google.com', authTime: nowInSeconds() }),
  };

  function saveSignIn(): Account {
    const base = linked ?? (sameEmail ? takeOver(sameEmail) : createFrom(identity));
    checkEnabled(base);
    const { displayName = identity.displayName, photoUrl = identity.photoUrl } = base;
    const saved: Account = {
      ...base,
      ...(displayName ? { displayName } : {}),
      ...(photoUrl ? { photoUrl } : {}),
      google: identity,
      lastLoginAt: Date.now(),
    };
    accounts.save(saved);
    return saved;
  }
}

function createFrom({ email, emailVerified }: GoogleIdentity): Account {
  return createAccount(email, { emailVerified });
}

/**
 * The account that Google's verified address belongs to. If its owner never confirmed the address, a stranger may have
 * made it: its password, profile, links and sessions end.
 */
function takeOver(account: Account): Account {
  if (account.emailVerified) return account;
  const { localId, email, createdAt, lastLoginAt, isDisabled = false } = account;
  const validSince = nowInSeconds();
  return { localId, email, createdAt, lastLoginAt, isDisabled, validSince, emailVerified: true };
}
