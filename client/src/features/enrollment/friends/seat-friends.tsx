import type { Friends } from '@speakifyr/contract/friends.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = { cartId: string; name: string };

/** Who wishes to be with somebody, their code, and a field for somebody else's. R687, R688 */
export function SeatFriends({ cartId, name }: Props) {
  const friends = useQuery(read('GET /friends/:cartId', { params: { cartId } }));
  return (
    <>
      <p className="mt-3">
        The office puts friends into one group of the class if it can. It is a wish, not a promise.
      </p>
      {friends.isPending ? (
        <div className="skeleton mt-4 h-40" role="status" aria-label="Loading" />
      ) : friends.isError ? (
        <LoadProblem what="The friends" query={friends} />
      ) : (
        <LoadedFriends {...{ cartId, name }} known={friends.data} />
      )}
    </>
  );
}

function LoadedFriends({ cartId, name, known }: Props & { known: Friends }) {
  const change = useChange('PUT /friends/:cartId');
  const { asked, friends, joined, until, mayChange } = known;
  const act = (what: 'accept' | 'remove' | 'leave', who: string) => () =>
    change.mutateAsync({ params: { cartId }, body: { act: what, who } });
  const press = (label: string, about: string, run: () => Promise<unknown>) =>
    mayChange && (
      <ActionButton className="btn-outline btn-sm min-h-11" act={run} hasSpinner>
        {label} <span className="sr-only">{about}</span>
      </ActionButton>
    );
  return (
    <>
      <ul aria-label="Friends" className="mt-4 grid gap-2">
        {friends.map((one) => (
          <Line key={one.cartId} text={one.name}>
            {press('Remove', one.name, act('remove', one.cartId))}
          </Line>
        ))}
        {joined.map(({ circleId, name: other }) => (
          <Line
            key={circleId}
            text={other ?? 'You used a code. The other family has not answered yet.'}
          >
            {press('Leave', other ?? 'before they answer', act('leave', circleId))}
          </Line>
        ))}
        {asked.map((one) => (
          <Line key={one.cartId} text={`${one.name} wants to be with ${name}.`}>
            {press('Yes', `to ${one.name}`, act('accept', one.cartId))}
            {press('No', `to ${one.name}`, act('remove', one.cartId))}
          </Line>
        ))}
      </ul>
      {friends.length + joined.length + asked.length === 0 && <p>Nobody yet.</p>}
      {mayChange ? (
        <>
          <OwnCode cartId={cartId} until={until} />
          <UseCode {...{ cartId, name }} />
        </>
      ) : (
        <p className="mt-4">Only somebody who may book for {name} can change this.</p>
      )}
    </>
  );
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="border-base-content/15 flex flex-wrap items-center gap-2 border-b py-1.5">
      <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">{text}</span>
      {children}
    </li>
  );
}

/** The code that this family gives to others: it is shown once, when it is made. */
function OwnCode({ cartId, until }: { cartId: string; until: string | null }) {
  const change = useChange('PUT /friends/:cartId');
  const [code, setCode] = useState<string | null>(null);
  const make = async () => {
    const made = await change.mutateAsync({ params: { cartId }, body: { act: 'make' } });
    setCode(made.code);
  };
  const end = async () => {
    await change.mutateAsync({ params: { cartId }, body: { act: 'end' } });
    setCode(null);
  };
  return (
    <section aria-label="Your code" className="mt-5 grid gap-2">
      <h3 className="font-bold">Your code for friends</h3>
      <p role="status">
        {code && <strong className="block text-2xl tracking-wide break-words">{code}</strong>}
        {code && <span>Write it down: it is shown only now. </span>}
        {until && <span>Other families can use your code until {formatDay(new Date(until))}.</span>}
        {!until && <span>Make a code, and give it to the families of up to four friends.</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton className="btn-outline btn-primary" act={make} hasSpinner>
          {until ? 'Make a new code' : 'Make a code'}
        </ActionButton>
        {until && (
          <ActionButton
            className="btn-ghost"
            question={{
              titleText: 'End your code?',
              text: 'Everybody who used it is removed from this list.',
              confirm: 'Yes, end it',
            }}
            act={end}
          >
            End it
          </ActionButton>
        )}
      </div>
    </section>
  );
}

function UseCode({ cartId, name }: Props) {
  const form = useCallForm('PUT /friends/:cartId', {
    defaultValues: { code: '' },
    toInput: ({ code }) => ({ params: { cartId }, body: { act: 'ask' as const, code } }),
  });
  return (
    <Form
      form={form}
      fieldOfCode={{ code_unknown: 'code', friends_full: 'code' }}
      className="mt-5 grid gap-3"
      onSubmit={async (values) => {
        await form.send(values);
        form.reset({ code: '' });
      }}
    >
      <Field
        label="The code of another family"
        hint={`They will see the name ${name}. You will see their child’s name once they say yes.`}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.register('code')}
      />
      <FormProblem />
      <SubmitButton>Ask them</SubmitButton>
    </Form>
  );
}
