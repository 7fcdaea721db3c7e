import { LABELS } from '@speakifyr/contract/labels.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { MailWarning } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { countOf } from '../../lib/count-of.ts';
import { showSuccess } from '../../lib/dialogs.ts';
import { useSession } from '../../session/auth.tsx';
// Loads with the banner, so that the session does not have to wait for it, or fail to load it, later.
import '../../session/email-confirmation.ts';
import { Button } from '../../ui/button.tsx';

const BUTTON = 'bg-base-100 border-base-content/25';

/** Asks a person to confirm their email address, and looks whether they have. R56 */
export function EmailBanner({ email }: { email: string }) {
  const { note, sendLink, checkConfirmed } = useSession();
  const [busyWith, setBusyWith] = useState<'send' | 'check'>();
  /** Several looks may find it at once. */
  const isTold = useRef(false);

  // The link opens in another tab or on another device. The banner goes as soon as the person comes back.
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      if (!(await checkConfirmed())) return;
      // Nobody could see it behind the browser's own dialog.
      if (!document.querySelector('dialog[open]')) tellOnce(isTold);
    };
    const look = () => void check();
    look();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [checkConfirmed]);

  async function run(what: 'send' | 'check', act: () => Promise<unknown>) {
    // The buttons stay enabled, because a disabled one would lose the keyboard's focus.
    if (busyWith) return;
    setBusyWith(what);
    await act();
    setBusyWith(undefined);
  }

  async function check() {
    if (!(await checkConfirmed({ isAsked: true }))) return;
    // The button that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
    tellOnce(isTold);
  }

  return (
    <section
      aria-label="Confirm your email address"
      className="bg-accent/20 border-accent border-b print:hidden"
    >
      <div className="page flex flex-col gap-x-6 gap-y-3 py-3 md:flex-row md:items-center">
        <MailWarning className="hidden size-6 shrink-0 md:block" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p>
            Please confirm your email address: open the link in our email to{' '}
            <strong>{email}</strong>. Until then you can hold up to{' '}
            {countOf(SCHOOL.booking.maxHeldUnconfirmed, 'seat')} at a time.
          </p>
          <p role="status" className={note ? 'mt-1 font-semibold' : 'sr-only'}>
            {note}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            className={BUTTON}
            isBusy={busyWith === 'send'}
            hasSpinner
            onClick={() => void run('send', sendLink)}
          >
            {LABELS.resendLink}
          </Button>
          <Button
            className={BUTTON}
            isBusy={busyWith === 'check'}
            hasSpinner
            onClick={() => void run('check', check)}
          >
            {LABELS.emailConfirmed}
          </Button>
        </div>
      </div>
    </section>
  );
}

function tellOnce(isTold: RefObject<boolean>): void {
  if (isTold.current) return;
  isTold.current = true;
  void showSuccess('Your email address is confirmed');
}
