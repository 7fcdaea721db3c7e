import { ADMIN_BUNDLES, type AdminBundle } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { readApiError } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { useChangeBundle } from './users.queries.ts';

const LABELS: Record<AdminBundle, string> = {
  director: 'Director',
  office: 'Office',
  accountant: 'Accountant',
};

/** As a sentence names them. */
const PEOPLE: Record<AdminBundle, string> = {
  director: 'a director',
  office: 'an admin of the office',
  accountant: 'an accountant',
};

const TEXTS: Record<AdminBundle, string> = {
  director:
    'They can do everything, including changing roles, the refund policy, discounts and extras.',
  office: 'They can do everything but change roles, the refund policy, discounts and extras.',
  accountant: 'They read money and close months. They see no families and no children.',
};

type Props = { user: ListedUser; isDirector: boolean; onDone: () => void };

/** What an admin may do. A director changes it, after signing in again. */
export function Rights({ user, isDirector, onDone }: Props) {
  const { _id, name, bundle = 'director' } = user;
  const changing = useChangeBundle();
  if (!isDirector) return <span className="block text-sm">{LABELS[bundle]}</span>;

  async function change(wanted: AdminBundle) {
    if (changing.isPending) return;
    try {
      const idToken = await signInAgain({
        text: `${name} becomes ${PEOPLE[wanted]}. ${TEXTS[wanted]}`,
        confirm: 'Yes, Change!',
      });
      if (!idToken) return;
      await changing.mutateAsync({ id: _id, bundle: wanted, idToken });
      await showSuccess(`${name} is now ${PEOPLE[wanted]}`);
      onDone();
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <select
      aria-label={`What ${name} may do`}
      className="select bg-base-100 mt-2 block w-full max-w-36 text-base"
      value={bundle}
      disabled={changing.isPending}
      onChange={(event) => void change(event.target.value as AdminBundle)}
    >
      {ADMIN_BUNDLES.map((one) => (
        <option key={one} value={one}>
          {LABELS[one]}
        </option>
      ))}
    </select>
  );
}
