import { send } from './people.ts';
import type { School } from './school.ts';

/** Signs somebody up at the authentication provider, as the browser does. @returns their ID token */
export async function signUpAtProvider(school: School, email: string): Promise<string> {
  const { status, body } = await send({
    port: school.services.port,
    method: 'POST',
    path: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=sandbox',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'summer-camp', returnSecureToken: true }),
  });
  if (status !== 200) throw new Error(`Signing up failed: ${JSON.stringify(body)}`);
  return (body as { idToken: string }).idToken;
}
