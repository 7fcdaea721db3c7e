import type { User } from '@speakifyr/contract/identity.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { type Location, MemoryRouter, useLocation, type InitialEntry } from 'react-router-dom';
import { AuthProvider } from '../session/auth.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { TOKEN_KEY } from '../session/session-token.ts';
import { provider } from './fake-firebase.ts';
import { answer } from './server.ts';

export const student: User = {
  _id: 'a'.repeat(24),
  name: 'Nora Feldsee',
  photo: '/pictures/people/student.webp',
  email: 'nora@speakifyr.test',
  role: 'student',
};

/** Where the app is now, with its state. */
export let location: Location;

export type RenderOptions = {
  /** The address to start at; with state where it matters. */
  at?: InitialEntry;
  /** Who is signed in, as from an earlier visit. Nobody else's data is answered for them. */
  user?: User;
};

/** Renders a part of the app inside of its providers. */
export function renderApp(ui: ReactNode, { at = '/', user }: RenderOptions = {}) {
  if (user) signInBefore(user);
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  // A test need not wait for a second try.
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
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

/** Leaves behind what an earlier visit of this person would have. */
export function signInBefore(user: User, secondsLeft = 3_600): void {
  localStorage.setItem(TOKEN_KEY, buildToken(user.email, secondsLeft));
  provider.setCurrent({ email: user.email, name: user.name, photo: user.photo });
  answer('GET /userInfo', user);
}

/** A session token as the server makes them, but for the signature. */
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
