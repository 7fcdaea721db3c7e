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
import { useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { forgetPersonalData } from '../lib/query-client.ts';
import { onRefusedSession } from './session-calls.ts';
import {
  createSessionStore,
  LOADING,
  type SessionState,
  type SessionStore,
} from './session-store.ts';
import { TOKEN_KEY } from './session-token.ts';

type Actions = Pick<
  SessionStore,
  'logIn' | 'signUp' | 'logInWithGoogle' | 'logOut' | 'resetPassword' | 'retry' | 'deleteAccount'
>;
export type Session = SessionState & Actions;

const SessionContext = createContext<SessionStore | undefined>(undefined);

/** Knows who is signed in, and keeps it in step with the provider, the server and other tabs. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [store] = useState(() => createSessionStore(() => forgetPersonalData(queryClient)));

  const refuse = useEffectEvent(async () => {
    await store.logOut();
    await navigate(paths.login);
  });
  useEffect(() => onRefusedSession(() => refuse()), []);

  useEffect(() => {
    void store.restore();
    const followOtherTab = ({ key }: StorageEvent) => {
      // A key of null: everything was cleared.
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

/** The person at the screen, and what they can do about it. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession() stands outside of <AuthProvider>');
  // Here and not in the provider: as the context's value it would wake all that the build drew in one go.
  const state = useSyncExternalStore(store.subscribe, store.getState, () => LOADING);
  return useMemo(() => ({ ...store, ...state }), [store, state]);
}
