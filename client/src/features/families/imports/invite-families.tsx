import type { ImportState } from '@speakifyr/contract/imports.ts';
import { MAX_MESSAGE_LENGTH } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useState } from 'react';
import { call, readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ImportLetters, type LetterCode } from './import-letters.tsx';

type Family = ImportState['left'][number];

/**
 * Invites the families of an import that have no log-in yet: an email to those with an address, and a letter with a code for
 * the others. Nobody is invited without this press, or twice. R618
 */
export function InviteFamilies({ families }: { families: Family[] }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(writeInvitation);
  const [done, setDone] = useState(0);
  const [letters, setLetters] = useState<LetterCode[]>([]);
  // A repeated try sends it once.
  const [ids] = useState(() => new Map<string, string>());
  const byMail = families.filter(({ hasEmail }) => hasEmail);
  const byLetter = families.filter(({ hasEmail }) => !hasEmail);

  const send = useChange('POST /families/:id/messages', async (to: Family[]) => {
    for (const { _id } of to) {
      const key = `${_id} ${text.trim()}`;
      const replyId = ids.get(key) ?? crypto.randomUUID();
      ids.set(key, replyId);
      await call('POST /families/:id/messages', { params: { id: _id }, body: { text, replyId } });
      setDone((count) => count + 1);
    }
  });
  const write = useChange('POST /families/:id/claimCode', async (to: Family[]) => {
    for (const { _id, name } of to) {
      const made = await call('POST /families/:id/claimCode', { params: { id: _id } });
      // Each code is in one answer only: those that are made stay, whatever happens to the next one.
      setLetters((before) => [...before, { _id, name, code: made.code, until: made.until }]);
    }
  });
  const isBusy = send.isPending || write.isPending;
  const error = send.error ?? write.error;
  if (families.length === 0 && done === 0 && letters.length === 0) return null;
  if (!isOpen)
    return (
      <Button className="btn-primary" onClick={() => setOpen(true)}>
        {`Invite ${countOf(families.length, 'family', 'families')}`}
      </Button>
    );
  return (
    <section aria-label="Invite families" className="w-full min-w-0">
      <FormProblem>
        {error && `${readApiError(error).message} Press again for the rest.`}
      </FormProblem>
      {done > 0 && (
        <p role="status" className="mb-3">
          {`${countOf(done, 'email is', 'emails are')} on the way. You find them in the Contact Inbox.`}
        </p>
      )}
      {byMail.length > 0 && (
        <div className="mb-4 max-w-2xl">
          <TextAreaField
            label="Message"
            rows={9}
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            className="btn-primary mt-3"
            isBusy={isBusy || text.trim() === ''}
            hasSpinner={send.isPending}
            onClick={() => send.mutate(byMail)}
          >
            {`Email ${countOf(byMail.length, 'family', 'families')}`}
          </Button>
        </div>
      )}
      {byLetter.length > 0 && (
        <div className="mb-4">
          <p className="mb-3 max-w-prose">
            {`${countOf(byLetter.length, 'family has', 'families have')} no email address. A letter has a code with which they take over their account.`}
          </p>
          <Button
            className="btn-outline btn-primary"
            isBusy={isBusy}
            hasSpinner={write.isPending}
            onClick={() => write.mutate(byLetter)}
          >
            {`Write ${countOf(byLetter.length, 'letter')}`}
          </Button>
        </div>
      )}
      {letters.length > 0 && !write.isPending && (
        <ImportLetters letters={letters} opening={writeOpening()} />
      )}
    </section>
  );
}

/** What the email and the letter begin with. */
function writeOpening(): string {
  return `We have opened an account for you at ${SCHOOL.name}, with what we know of your family.`;
}

function writeInvitation(): string {
  return [
    writeOpening(),
    `To use it, sign up with this email address at ${location.origin}${paths.signUp} and open the link that you get. Your children are there already: please check their birth dates.`,
    'If this is not for you, please tell us.',
  ].join('\n\n');
}
