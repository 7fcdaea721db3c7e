import type { FormPerson, OfficeForm } from '@speakifyr/contract/forms.ts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { AnswerList } from '../answer-list.tsx';
import { FileList } from '../file-list.tsx';
import { isLacking, sayDecision, sayState } from './answer-file.ts';
import { DecideFile } from './decide-file.tsx';
import { EnterAnswer } from './enter-answer.tsx';

type Props = { form: OfficeForm; person: FormPerson };

/** What somebody answered, or that they have not. The office enters what came on paper. */
export function FormPersonRow({ form, person }: Props) {
  const { name, state, familyId, family, classes, answers, answeredAt, note } = person;
  const { published } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  if (!published) return null;
  const signature = person.signatures.at(-1);
  return (
    <li className="card bg-base-100 shadow-card space-y-2 p-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-bold outline-none">
          {name}
        </h3>
        <span className={`badge badge-soft ${isLacking(person) ? 'badge-error' : 'badge-success'}`}>
          {sayState(person, published.kind)}
        </span>
      </div>
      <p className="text-base-content/80 text-sm">
        {familyId && (
          <Link to={linkToFamily(familyId)} className="link">
            {family}
          </Link>
        )}
        <span>{`${familyId && classes.length > 0 ? ' · ' : ''}${classes.join(', ')}`}</span>
      </p>
      {answeredAt && (
        <p className="text-sm">{`${signature ? `${signature.isWithdrawn ? 'Withdrawn' : published.kind === 'waiver' ? 'Signed' : 'Answered'} by ${signature.name}, ` : ''}${formatDate(new Date(answeredAt))}${signature ? `, version ${signature.version}` : ''}`}</p>
      )}
      {state === 'gone' && signature && (
        <p className="text-sm">{`Signed by ${signature.name} on ${formatDate(new Date(signature.at))}, version ${signature.version}`}</p>
      )}
      {note && <p className="text-sm">{`By the office: ${note}`}</p>}
      {answeredAt && <AnswerList form={published} answers={answers} isOffice />}
      <FileList files={person.files} say={sayDecision}>
        {(file) => <DecideFile file={file} onDone={() => heading.current?.focus()} />}
      </FileList>
      {state !== 'gone' && !form.isArchived && (
        <FormDialog
          className="btn-outline btn-sm"
          label={
            <>
              Enter from paper or phone <span className="sr-only">for {name}</span>
            </>
          }
          title={`${published.name}: ${name}`}
          onDone={() => undefined}
        >
          {(dialog) => (
            <EnterAnswer form={form} terms={published} person={person} dialog={dialog} />
          )}
        </FormDialog>
      )}
    </li>
  );
}
