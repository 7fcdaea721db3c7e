import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Download, Trash2 } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { YourAgreements } from './your-agreements.tsx';
import { useDeleteAccount } from './use-delete-account.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';

const TEXTS = {
  student: 'You can download everything the camp stores about you, or delete it.',
  instructor:
    'You can download everything the camp stores about you. To delete your account, first ask an admin to unassign your class and remove your instructor role.',
  admin:
    'You can download everything the camp stores about you. You can’t delete an admin’s account here. Another admin can remove it, unless it is the last one.',
};

/** Everything the camp stores about a person: to download and, for students, to delete. */
export function YourData({ user: { email, role } }: { user: User }) {
  return (
    <section
      aria-labelledby="your-data"
      className="card bg-base-100 shadow-card mt-6 gap-x-8 gap-y-5 p-6 sm:p-8 lg:flex-row lg:items-center"
    >
      <div className="flex-1">
        <h2 id="your-data" className="text-2xl font-bold">
          Your data
        </h2>
        <p className="text-base-content/80 mt-2 max-w-prose">{TEXTS[role]}</p>
        <YourAgreements />
      </div>
      <div className="flex flex-wrap gap-3">
        <DownloadButton email={email} />
        {role === 'student' && <DeleteButton email={email} />}
      </div>
    </section>
  );
}

function DownloadButton({ email }: { email: string }) {
  async function download() {
    const idToken = await signInAgain({
      text: 'The file contains everything we store about you.',
      confirm: LABELS.downloadData,
    });
    if (!idToken) return;
    const data = await call('POST /myData', { body: { email, idToken } });
    saveFile('my-data.json', 'application/json', JSON.stringify(data, null, 2));
  }

  return (
    <ActionButton className="btn-outline btn-primary w-full sm:w-auto" act={download}>
      <Download className="size-4" aria-hidden="true" />
      {LABELS.downloadData}
    </ActionButton>
  );
}

function DeleteButton({ email }: { email: string }) {
  const { isBusy, start } = useDeleteAccount(email);
  return (
    <Button
      className="btn-ghost text-error w-full sm:w-auto"
      isBusy={isBusy}
      onClick={() => void start()}
    >
      <Trash2 className="size-4" aria-hidden="true" />
      {LABELS.deleteAccount}
    </Button>
  );
}
