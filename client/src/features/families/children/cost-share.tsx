import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { useRef } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { Guardian } from './child.queries.ts';
import { ChildPanel } from './child-panel.tsx';
import { AskCostShare } from './ask-cost-share.tsx';

type Props = {
  child: ChildDetails;
  /** Whether the person has confirmed their email address. */
  isConfirmed: boolean;
};

/** Two guardians share a child's class costs: one asks, the other answers. Renders nothing with nobody to ask. R372 */
export function CostShare({ child, isConfirmed }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { guardians, costShare, may } = child;
  const others = guardians.filter((one) => !one.isYou && one.may.includes('book'));
  const isShown = costShare !== null || (may.includes('book') && others.length > 0);
  if (!isShown) return null;
  // The button that had the focus is gone.
  const focusHeading = () => heading.current?.focus();
  const shared = { child, isConfirmed, onDone: focusHeading };

  return (
    <ChildPanel id="cost" title="Share the cost" heading={heading}>
      <div className="max-w-2xl space-y-4 [overflow-wrap:anywhere]">
        <p>
          Each of you pays their own share of classes booked from now on, and neither sees the
          other’s payments. Whoever books a class pays at least half of it. If you have a question,
          the school can help.
        </p>
        {costShare ? (
          <Shared {...shared} costShare={costShare} />
        ) : (
          <AskCostShare {...shared} others={others} />
        )}
      </div>
    </ChildPanel>
  );
}

type SharedProps = Props & {
  costShare: NonNullable<ChildDetails['costShare']>;
  onDone: () => void;
};

/** What is asked or agreed, with what the person can do about it. */
function Shared({ child, costShare, isConfirmed, onDone }: SharedProps) {
  const { askedBy, other, percent, isAgreed } = costShare;
  const nameOf = (id: string) => child.guardians.find(({ _id }) => _id === id);
  const isMine = nameOf(askedBy)?.isYou ?? false;
  const partner: Pick<Guardian, 'name'> = nameOf(isMine ? other : askedBy) ?? { name: 'They' };
  const youPay = isMine ? 100 - percent : percent;
  const answering = useChange('PUT /myChildren/:id/costShare');
  const ending = useChange('DELETE /myChildren/:id/costShare');
  const { name } = partner;
  const classes = `${child.name}’s classes`;

  if (isAgreed)
    return (
      <>
        <p className="text-lg font-semibold">
          You pay {youPay}%, {name} pays {100 - youPay}%.
        </p>
        <ActionButton
          className="btn-outline"
          question={{
            titleText: 'Stop sharing the cost?',
            text: `From now on, the parent who books ${classes} pays the full price. Classes already booked stay as they are. We’ll email ${name}.`,
            confirm: 'Stop sharing',
          }}
          act={() => ending.mutateAsync({ params: { id: child._id } })}
          success="You no longer share the cost"
          onDone={onDone}
        >
          Stop sharing
        </ActionButton>
      </>
    );
  if (isMine)
    return (
      <>
        <p>
          You asked <strong>{name}</strong> to pay {percent}% of {classes}. You would pay {youPay}%.
          Nothing is shared until {name} accepts.
        </p>
        <ActionButton
          className="btn-outline"
          act={() => ending.mutateAsync({ params: { id: child._id } })}
          success="Taken back"
          onDone={onDone}
        >
          Take back
        </ActionButton>
      </>
    );
  return (
    <>
      <p>
        <strong>{name}</strong> asks you to pay {percent}% of {classes}. {name} would pay{' '}
        {100 - percent}%.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton
          className="btn-primary"
          disabled={!isConfirmed}
          act={() =>
            answering.mutateAsync({
              params: { id: child._id },
              body: { accept: true, askedBy, percent },
            })
          }
          success={`You pay ${percent}% of what is booked from now on`}
          onDone={onDone}
        >
          Accept
        </ActionButton>
        <ActionButton
          className="btn-ghost"
          question={{
            titleText: `Say no to ${name}?`,
            text: `Nothing is shared. ${name} hears of it by email, and can ask again.`,
            confirm: 'Decline',
          }}
          act={() =>
            answering.mutateAsync({
              params: { id: child._id },
              body: { accept: false, askedBy, percent },
            })
          }
          success="Declined"
          onDone={onDone}
        >
          Decline
        </ActionButton>
      </div>
      {!isConfirmed && (
        <p className="text-base-content/80 text-sm">
          To accept, please confirm your email address first.
        </p>
      )}
    </>
  );
}
