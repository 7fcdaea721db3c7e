import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { forgetPersonalData } from '../lib/query-client.ts';
import { onChangedRole, onRefusedSession } from './session-calls.ts';
import { OPENING, type SessionState } from './session-state.ts';
import { createSession, type SessionWithActions } from './session.ts';
import { TOKEN_KEY } from './session-token.ts';

type Actions = Pick<
  SessionWithActions,
  | 'logIn'
  | 'signUp'
  | 'logInWithGoogle'
  | 'logOut'
  | 'resetPassword'
  | 'retry'
  | 'readUserAgain'
  | 'deleteAccount'
  | 'sendLink'
  | 'checkConfirmed'
>;
export type Session = SessionState & Actions;

const SessionContext = createContext<SessionWithActions | undefined>(undefined);

/** Provides the session, and keeps it in step with the provider, the server and other tabs. R550 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const [store] = useState(() => createSession(() => forgetPersonalData(queryClient)));

  const refuse = useEffectEvent(async (refusal?: ErrorBody) => {
    // After the log-in, they are back where they were.
    const from = location;
    await store.logOut(refusal, false);
    await navigate(paths.login, { state: { from } });
  });
  useEffect(() => onRefusedSession((refusal) => refuse(refusal)), []);

  const followRole = useEffectEvent(async () => {
    await store.readUserAgain();
    // What was read belongs to the role they had.
    forgetPersonalData(queryClient);
    if (pathname.startsWith(paths.dashboard)) await navigate(paths.dashboard, { replace: true });
  });
  useEffect(() => onChangedRole(() => followRole()), []);

  useEffect(() => {
    void store.restore();
    const followOtherTab = ({ key }: StorageEvent) => {
      // The key is null when the whole local storage was cleared.
      if (key === TOKEN_KEY || key === null) void store.restore();
    };
    window.addEventListener('storage', followOtherTab);
    return () => {
      window.removeEventListener('storage', followOtherTab);
      store.stop();
    };
  }, [store]);

  return <SessionContext value={store}>{children}</SessionContext>;
}

/** Who is signed in, and the actions that change it. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession() needs an <AuthProvider> around it');
  // Here and not in the provider: a changing context value would hydrate all of a drawn page at once.
  const state = useSyncExternalStore(store.subscribe, store.getState, () => OPENING);
  return useMemo(() => ({ ...store, ...state }), [store, state]);
}
