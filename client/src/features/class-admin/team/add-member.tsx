import type { ClassTeam, TeamRole } from '@speakifyr/contract/team.ts';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { listStayChoices } from './stay-choices.ts';
import { StayFields, StayForm, type Stay } from './stay-form.tsx';

type Props = {
  classId: string;
  team: ClassTeam;
  role: TeamRole;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** A button with which an admin adds somebody to the team of a class: press, choose who, press Add. */
export function AddMember({ role, onDone, ...props }: Props) {
  const title = role === 'substitute' ? 'Add a substitute' : 'Add an assistant';
  const label = (
    <>
      <UserPlus className="size-4" aria-hidden="true" />
      {title}
    </>
  );
  return (
    <FormDialog className="btn-outline btn-primary" label={label} title={title} onDone={onDone}>
      {(form) => <AddForm {...props} role={role} form={form} />}
    </FormDialog>
  );
}

function AddForm({ classId, team, role, form }: Omit<Props, 'onDone'> & { form: DialogForm }) {
  const add = useChange('POST /classTeam/:classId');
  const choices = role === 'substitute' ? listStayChoices(team) : [];
  const [first = '', last = ''] = [team.days[0], team.days.at(-1)];
  const [userId, setUserId] = useState('');
  const [day, setDay] = useState(choices[0]?.day);
  const [typed, setTyped] = useState<Stay>({ from: first, to: last });
  const { people, days } = team;
  const stay = day ? { from: day, to: day } : typed;

  /** A new choice clears what was wrong with the last one. */
  function choose(change: () => void) {
    add.reset();
    change();
  }

  async function send(confirm: Pick<Stay, 'confirm_busy'>) {
    await add.mutateAsync({ params: { classId }, body: { userId, role, ...stay, ...confirm } });
    return `${people.find((one) => one.userId === userId)?.name} is on the team`;
  }

  return (
    <StayForm form={form} label="Add" isDisabled={!userId} error={add.error} send={send}>
      <Choices legend="Who">
        {people.map(({ userId: id, name, email, certificates }) => (
          <ChoiceCard
            key={id}
            type="radio"
            name="who"
            checked={id === userId}
            onChange={() => choose(() => setUserId(id))}
          >
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="text-base-content/80 block text-sm break-all">{email}</span>
            <CertificateWarnings
              certificates={certificates}
              today={team.today}
              until={stay.to || team.today}
            />
          </ChoiceCard>
        ))}
      </Choices>
      {choices.length > 0 && (
        <Choices legend="When">
          {choices.map((choice) => (
            <ChoiceCard
              key={choice.day}
              type="radio"
              name="when"
              checked={day === choice.day}
              onChange={() => choose(() => setDay(choice.day))}
            >
              {choice.label}
            </ChoiceCard>
          ))}
          <ChoiceCard
            type="radio"
            name="when"
            checked={!day}
            onChange={() => choose(() => setDay(undefined))}
          >
            Other days
          </ChoiceCard>
        </Choices>
      )}
      {!day && (
        <StayFields
          stay={typed}
          days={days}
          error={add.error}
          onChange={(changed) => choose(() => setTyped(changed))}
        />
      )}
    </StayForm>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid max-h-80 gap-2 overflow-y-auto">{children}</div>
    </fieldset>
  );
}
