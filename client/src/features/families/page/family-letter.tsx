import type { Family } from '@speakifyr/contract/families.ts';
import type { MailContent as MailContentOf } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { readApiError } from '../../../lib/api.ts';
import { MailContent } from '../../../ui/mail-content.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { formatCharge, formatClock, formatDay, formatDays } from '../../../lib/format.ts';
import { ClaimSteps } from './claim-steps.tsx';
import { LetterPage } from './letter-page.tsx';

/** What the office booked for a family, on paper; for a family without a log-in, with the code that gives it one. */
export function FamilyLetter({ id }: { id: string }) {
  const family = useQuery(read('GET /families/:id', { params: { id } }));
  if (family.isPending)
    return <div role="status" aria-label="Loading" className="skeleton mx-auto h-96 max-w-2xl" />;
  if (family.isError) return <LoadProblem what="The family" query={family} />;
  return <Letter family={family.data} />;
}

function Letter({ family }: { family: Family }) {
  const { account, enrolled, held } = family;
  const makeCode = useChange('POST /families/:id/claimCode');
  const made = makeCode.data;
  const canHaveCode = !account.hasSignIn && account.role === 'student';
  const toPay = held.reduce((sum, { person }) => sum + person.cost, 0);
  const owed = enrolled.reduce((sum, { person }) => sum + sumAmounts(person.owed), 0);
  return (
    <>
      <FormProblem>{makeCode.isError && readApiError(makeCode.error).message}</FormProblem>
      {canHaveCode && made && (
        <p role="status" className="mx-auto mb-4 max-w-2xl">
          Print this letter now. The code is shown only once.
        </p>
      )}
      {canHaveCode && !made && account.claim && (
        <p className="mx-auto mb-4 max-w-2xl">
          The code of an earlier letter works until {formatDay(new Date(account.claim.until))}. It
          can’t be shown again; a new code replaces it.
        </p>
      )}
      <Sheet
        label={`Letter to ${account.name}`}
        tools={
          canHaveCode && (
            <Button
              className="btn-outline btn-primary"
              isBusy={makeCode.isPending}
              onClick={() => makeCode.mutate({ params: { id: account._id } })}
            >
              {made || account.claim ? 'New code' : 'Add a code to log in'}
            </Button>
          )
        }
      >
        <LetterPage name={account.name}>
          <p>
            {enrolled.length + held.length > 0
              ? 'This is what we have booked for you:'
              : 'Thank you for your call.'}
          </p>
          {enrolled.length + held.length > 0 && (
            <ul className="divide-base-300 border-base-300 divide-y border-y">
              {held.map(({ campClass, person }) => (
                <Seat key={person.cartId} name={person.name} campClass={campClass}>
                  <strong>{formatCharge(person.cost / 100)}</strong> to pay. Reserved until{' '}
                  {formatDay(new Date(person.heldUntil))}, {formatClock(new Date(person.heldUntil))}
                  .
                </Seat>
              ))}
              {enrolled.map(({ campClass, person }) => (
                <Seat key={person.cartId} name={person.name} campClass={campClass}>
                  Enrolled. Entry code <strong>{person.entry_code}</strong>.
                  {person.owed.map(({ due, amount }) => (
                    <span key={due} className="block">
                      <strong>{formatCharge(amount / 100)}</strong> owed, by {formatDay(due)}.
                    </span>
                  ))}
                </Seat>
              ))}
            </ul>
          )}
          {toPay + owed > 0 && (
            <p>
              {toPay > 0 && (
                <span>
                  Please bring or send <strong>{formatCharge(toPay / 100)}</strong> to the school
                  before the seats are released, or pay by card in your account.{' '}
                </span>
              )}
              {owed > 0 && (
                <span>
                  What is owed, <strong>{formatCharge(owed / 100)}</strong> in all, you can bring or
                  send by the days above, or pay by card in your account.
                </span>
              )}
              {account.transfer && (
                <span>
                  {' '}
                  For a bank transfer: <strong>{account.transfer.account}</strong>, with the
                  reference{' '}
                  <strong className="whitespace-nowrap">{account.transfer.reference}</strong>.
                </span>
              )}
            </p>
          )}
          {family.calls.map(({ _id, content }) => (
            <section key={_id}>
              <h2 className="mb-2 text-lg font-bold">{content.subject}</h2>
              <MailContent content={onPaper(content)} isOfOthers />
            </section>
          ))}
          {canHaveCode && made && <ClaimSteps code={made.code} until={made.until} />}
        </LetterPage>
      </Sheet>
    </>
  );
}

/** Without what a letter can't do, and has already said. */
function onPaper({ subject, parts }: MailContentOf): MailContentOf {
  return { subject, greeting: '', parts: parts.filter(({ kind }) => kind !== 'link') };
}

type SeatProps = {
  name: string;
  campClass: Family['enrolled'][number]['campClass'];
  children: ReactNode;
};

function Seat({ name, campClass, children }: SeatProps) {
  return (
    <li className="py-3">
      <p>
        <strong>{campClass.name}</strong> for {name}
      </p>
      <p>{formatDays(campClass.camp_start, campClass.camp_end)}</p>
      <p>{children}</p>
    </li>
  );
}
