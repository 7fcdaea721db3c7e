import type { User } from '@speakifyr/contract/identity.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { type Location, MemoryRouter, useLocation, type InitialEntry } from 'react-router-dom';
import { AuthProvider } from '../session/auth.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { TOKEN_KEY } from '../session/session-token.ts';
import { provider } from './fake-firebase.ts';
import { answer, answerUnlessTold } from './server.ts';

export const student: User = {
  _id: 'a'.repeat(24),
  name: 'Nora Feldsee',
  photo: '/pictures/people/student.webp',
  email: 'nora@speakifyr.test',
  role: 'student',
  isVerified: true,
  birthDate: '1989-04-12',
};

/** The app's current address, with its state. */
export let location: Location;

export type RenderOptions = {
  /** The address to start at, with state if it matters. */
  at?: InitialEntry;
  /** Who is signed in since an earlier visit. The test still has to answer the calls for their data. */
  user?: User;
};

/** Renders a part of the app inside its providers. */
export function renderApp(ui: ReactNode, { at = '/', user }: RenderOptions = {}) {
  if (user) signInBefore(user);
  const queryClient = createQueryClient();
  const { queries, ...others } = queryClient.getDefaultOptions();
  // Retry without a delay.
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <AuthProvider>
          {ui}
          <LocationSpy />
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...view, queryClient };
}

/** Sets up what an earlier visit of this person would have left: a token, and their account at the provider. */
export function signInBefore(user: User, secondsLeft = 3_600): void {
  localStorage.setItem(TOKEN_KEY, buildToken(user.email, secondsLeft));
  provider.setCurrent({ email: user.email, name: user.name, photo: user.photo });
  answer('GET /userInfo', user);
  answer('GET /userList/admin/:email', { admin: user.role === 'admin' });
  answer('GET /isInstructor', user.role === 'instructor');
  // A student without children and classes, unless the test says otherwise.
  answerUnlessTold('GET /myChildren', { children: [], invitations: [] });
  answerUnlessTold('GET /myEnrolledClass', []);
  answerUnlessTold('GET /myAttendance', []);
  // The admin's navbar counts the open messages, the failed emails and the refunds to look at.
  answer('GET /contactMessages', []);
  answer('GET /aidRequests', []);
  answer('GET /outbox', []);
  answer('GET /openRefunds', []);
  answerUnlessTold('GET /seasons', []);
}

/** A session token like the server's, without a real signature. */
export function buildToken(email: string, secondsLeft = 3_600): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { email, sub: email, iat: now, exp: now + secondsLeft };
  return ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map(btoa).join('.');
}

function LocationSpy() {
  const now = useLocation();
  useLayoutEffect(() => {
    location = now;
  }, [now]);
  return null;
}
