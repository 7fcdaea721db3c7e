import { linkToMail } from '@speakifyr/contract/email-address.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import {
  KEEP_MAIL_DAYS,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
} from '@speakifyr/contract/limits.ts';
import { hasMailbox, sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { Mail, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { linkToPageOf } from '../../../lib/paths.ts';
import { usePhones } from '../../../lib/phones.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { UnconfirmedBadge } from '../../../ui/unconfirmed-badge.tsx';
import { Correction } from '../../../ui/correction.tsx';
import { MergeFamily } from './merge-family.tsx';
import { WriteToFamily } from './write-to-family.tsx';

type Props = Pick<Family, 'account' | 'others'> & {
  /** Something was done, and the button that had the focus may be gone. */
  onDone: () => void;
};

/** Who the account is, how to reach it, and who else looks after its children. */
export function FamilyAdults({ account, others, onDone }: Props) {
  const { writePhoneNumber } = usePhones();
  const withdraw = useChange('DELETE /families/:id/merge');
  const { email, phone, role, status, isVerified, registeredAt, mailTo, hasSignIn } = account;
  return (
    <div className="card bg-base-100 shadow-card gap-4 p-5">
      <div>
        <ul className="space-y-1">
          <ContactLines email={email} phone={phone} />
        </ul>
        {mailTo && (
          <p className="mt-1 break-words">
            {mailTo.confirmed
              ? `Emails go to ${mailTo.address}.`
              : `We have asked at ${mailTo.address}. Until they confirm it, emails go to the address above.`}
          </p>
        )}
        <p className="text-base-content/80 mt-2 flex flex-wrap items-center gap-2">
          {role !== 'student' && <span className="badge badge-primary font-semibold">{role}</span>}
          {status !== 'active' && (
            <span className="badge badge-error font-semibold">
              {status === 'removed' ? 'Removed: cannot log in' : 'Deleted: still owes something'}
            </span>
          )}
          {!hasSignIn && <span className="badge badge-neutral font-semibold">No log-in yet</span>}
          {hasSignIn && !isVerified && <UnconfirmedBadge id="family-unconfirmed" />}
          <span>Here since {formatDay(new Date(registeredAt))}</span>
        </p>
      </div>
      {status === 'active' && (
        <Link
          to={linkToPageOf('familyLetter', account._id)}
          className="btn btn-outline btn-primary w-fit"
        >
          <Mail className="size-4" aria-hidden="true" />
          <span>{hasSignIn ? 'Letter' : 'Letter with a code to log in'}</span>
        </Link>
      )}
      {status === 'active' && <WriteToFamily account={account} onDone={onDone} />}
      {status === 'active' && hasSignIn && (
        <details>
          <summary className="link cursor-pointer font-semibold">Emails don’t arrive?</summary>
          <p className="my-2 max-w-prose">
            {account.name} logs in with this address, so the school can’t change it. Call them: the
            emails may be in their spam folder, and those of the last {KEEP_MAIL_DAYS} days are also
            in their account, under Messages. If the address is wrong, enter the right one here. We
            ask there; they log in and confirm within 14 days. Then send what has failed again
            below, under Emails.
          </p>
          <Correction
            title="Send the emails elsewhere"
            fields={[
              {
                name: 'address',
                label: 'Right address',
                type: 'email',
                maxLength: MAX_EMAIL_LENGTH,
                value: '',
              },
            ]}
            saveLabel="Ask at this address"
            success="Asked, not confirmed yet"
            call="POST /families/:id/mailTo"
            toInput={({ address = '', note }) => ({
              params: { id: account._id },
              body: { address, note },
            })}
          />
        </details>
      )}
      {status === 'active' && (
        <Correction
          title={hasSignIn ? 'Correct name or phone' : 'Correct name, phone or email'}
          fields={[
            { name: 'name', label: 'Name', maxLength: MAX_NAME_LENGTH, value: account.name },
            {
              name: 'phone',
              label: 'Phone',
              type: 'tel',
              maxLength: MAX_PHONE_LENGTH,
              value: phone ? writePhoneNumber(phone) : '',
            },
            ...(hasSignIn
              ? []
              : [
                  {
                    name: 'email',
                    label: 'Email',
                    type: 'email',
                    maxLength: MAX_EMAIL_LENGTH,
                    value: hasMailbox(email) ? email : '',
                  },
                ]),
          ]}
          call="PATCH /families/:id"
          toInput={(body) => ({ params: { id: account._id }, body })}
        />
      )}
      {status === 'active' && account.mergeAsked && (
        <div className="rounded-box bg-accent/25 p-4">
          <p className="mb-2 break-words">
            {account.name} is asked whether everything may go to the account of{' '}
            {account.mergeAsked.into.name} ({sayAddress(account.mergeAsked.into.email)}). They can
            agree until {formatDay(new Date(account.mergeAsked.until))}.
          </p>
          <ActionButton
            className="btn-sm btn-outline"
            act={() => withdraw.mutateAsync({ params: { id: account._id } })}
            success="The question is taken back"
          >
            Take it back
          </ActionButton>
        </div>
      )}
      {status === 'active' && role === 'student' && <MergeFamily account={account} />}
      {others.length > 0 && (
        <div>
          <h3 className="mb-1 font-bold">They also look after the children</h3>
          <ul className="divide-base-300 divide-y">
            {others.map((adult) => (
              <li key={adult._id} className="py-2">
                <Link to={linkToFamily(adult._id)} className="link font-semibold break-words">
                  {adult.name}
                </Link>
                <ul className="mt-1 space-y-1">
                  <ContactLines email={adult.email} phone={adult.phone} />
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function ContactLines({ email, phone }: { email: string; phone?: string | undefined }) {
  return (
    <>
      <li>
        {hasMailbox(email) ? (
          <a href={linkToMail(email)} className="link inline-flex items-center gap-2 break-all">
            <Mail className="size-4 shrink-0" aria-hidden="true" />
            {email}
          </a>
        ) : (
          <span className="text-base-content/75">No email address</span>
        )}
      </li>
      <li>
        {phone ? (
          <PhoneLink
            phone={phone}
            className="link inline-flex items-center gap-2"
            icon={<Phone className="size-4 shrink-0" aria-hidden="true" />}
          />
        ) : (
          <span className="text-base-content/75">No phone number</span>
        )}
      </li>
    </>
  );
}
