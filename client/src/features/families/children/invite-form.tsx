import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { INVITATION_DAYS } from '@speakifyr/contract/limits.ts';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Check } from '../../../ui/check.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { useChildren } from './children.queries.ts';
import { FormButtons } from './form-buttons.tsx';
import { mayChange } from './name-rights.ts';

type RightChoice = 'both' | GuardianRight;
type Values = { email: string; may: RightChoice; siblings: string[] };

const CHOICES: { value: RightChoice; label: string; text: string; may: GuardianRight[] }[] = [
  {
    value: 'both',
    label: 'Everything',
    text: 'See and book, change the child’s details, health and contacts, and invite others.',
    may: ['see', 'book'],
  },
  {
    value: 'see',
    label: 'Only see',
    text: 'See the child’s classes, contacts and health information. Not book, not change.',
    may: ['see'],
  },
  {
    value: 'book',
    label: 'Only book',
    text: 'Book classes and pay for them. Not see contacts or health information.',
    may: ['book'],
  },
];

type Props = {
  childId: string;
  /** Called with the address when it is invited, and with what went wrong for some of the children. */
  onInvited: (email: string, problem?: string) => void;
  onCancel: () => void;
};

/** Invites somebody to look after a child, too, and at once after its siblings. They get one email for all. */
export function InviteForm({ childId, onInvited, onCancel }: Props) {
  const { data: { children } = { children: [] } } = useChildren();
  // Those for whom the account may invite somebody.
  const others = children.filter(({ _id, may }) => _id !== childId && mayChange(may));
  const toBody = ({ email, may: chosen }: Values) => {
    const { may } = CHOICES.find(({ value }) => value === chosen) ?? CHOICES[0]!;
    return { email, may };
  };
  const form = useCallForm('POST /myChildren/:id/guardians', {
    defaultValues: { email: '', may: 'both', siblings: [] } as Values,
    firstField: 'email',
    toInput: (values) => ({ params: { id: childId }, body: toBody(values) }),
  });
  const inviting = useChange('POST /myChildren/:id/guardians');

  async function submit(values: Values) {
    try {
      await form.send(values);
    } catch (error) {
      if (readApiError(error).code !== 'too_many_requests') throw error;
      return form.setError('root', { message: TOO_MANY });
    }
    const problems: string[] = [];
    for (const { _id: id, name } of others.filter(({ _id }) => values.siblings.includes(_id)))
      await inviting
        .mutateAsync({ params: { id }, body: toBody(values) })
        .catch((error: unknown) =>
          problems.push(`Not for ${name}: ${readApiError(error).message}`),
        );
    onInvited(values.email.trim(), problems.join(' ') || undefined);
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      fieldOfCode={{ already_guardian: 'email', invited_today: 'email' }}
      aria-label="Invite a guardian"
      className="rounded-box border-base-300 grid max-w-2xl gap-5 border p-4 sm:p-6"
    >
      <Field
        label="Their email"
        type="email"
        autoComplete="off"
        hint={`They get an email, and can accept for ${INVITATION_DAYS} days with an account of that address.`}
        {...form.register('email')}
      />
      <fieldset>
        <legend className="mb-1.5 font-semibold">What can they do?</legend>
        {CHOICES.map(({ value, label, text }) => (
          <label key={value} className="flex cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              value={value}
              className="accent-primary size-5 shrink-0 mt-0.5"
              {...form.register('may')}
            />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="text-base-content/80 block text-sm">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {others.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-semibold">Also for</legend>
          {others.map(({ _id, name }) => (
            <Check key={_id} value={_id} {...form.register('siblings')}>
              {name}
            </Check>
          ))}
        </fieldset>
      )}
      <FormProblem />
      <FormButtons label="Send invitation" onCancel={onCancel} />
    </Form>
  );
}

const TOO_MANY = 'You have sent several invitations in the last hour. Please try again later.';
