import type { ClassTeam, TeamRole } from '@speakifyr/contract/team.ts';
import { UserPlus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { ChoosePerson } from '../../../ui/choose-person.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
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
      {(dialog) => <AddForm {...props} role={role} dialog={dialog} />}
    </FormDialog>
  );
}

function AddForm({ classId, team, role, dialog }: Omit<Props, 'onDone'> & { dialog: DialogForm }) {
  const { people, days, today } = team;
  const choices = role === 'substitute' ? listStayChoices(team) : [];
  const form = useCallForm('POST /classTeam/:classId', {
    defaultValues: {
      userId: '',
      // Empty for other days.
      day: choices[0]?.day ?? '',
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
    },
    toInput: ({ day, from, to, ...body }: Stay & { userId: string; day: string }) => ({
      params: { classId },
      body: { ...body, role, from: day || from, to: day || to },
    }),
  });
  const [day, from, to] = useWatch({ control: form.control, name: ['day', 'from', 'to'] });
  const stay = { from: day || from, to: day || to };
  const persons = people.map(({ userId, name, email, certificates, busy }) => {
    const clash = busy.find((other) => other.from <= stay.to && stay.from <= other.to);
    return {
      value: userId,
      name,
      email,
      clash: clash && `Has ${clash.name} at the same time`,
      more: (
        <CertificateWarnings certificates={certificates} today={today} until={stay.to || today} />
      ),
    };
  });

  return (
    <StayForm
      dialog={dialog}
      form={form}
      label="Add"
      say={(added) =>
        `${people.find(({ userId }) => userId === added.userId)?.name} is on the team`
      }
    >
      {choices.length > 0 && (
        <fieldset>
          <legend className="mb-2 font-semibold">When</legend>
          <div className="grid gap-2">
            {choices.map((choice) => (
              <ChoiceCard
                key={choice.day}
                type="radio"
                value={choice.day}
                {...form.register('day')}
              >
                {choice.label}
              </ChoiceCard>
            ))}
            <ChoiceCard type="radio" value="" {...form.register('day')}>
              Other days
            </ChoiceCard>
          </div>
        </fieldset>
      )}
      {!day && <StayFields days={days} />}
      <ChoosePerson name="userId" legend="Who" people={persons} />
    </StayForm>
  );
}
