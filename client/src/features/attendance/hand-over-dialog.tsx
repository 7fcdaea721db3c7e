import { judgeCollector, type Verdict } from '@speakifyr/contract/judge-collector.ts';
import type { SentHandOver } from '@speakifyr/contract/attendance.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { type ReactNode, useState } from 'react';
import { CallOffice } from './call-office.tsx';
import { nameAdult } from '../../lib/describe-care.ts';
import { BlockedPeople } from '../../ui/blocked-people.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { CodeFields } from './code-fields.tsx';
import { LargePhoto } from './day-photo.tsx';
import { LeaveButtons } from './leave-buttons.tsx';
import { OtherFields, Why } from './office-fields.tsx';
import { mayLeaveAloneAt, type PersonNow } from './read-person.ts';
import { sayProblem } from './tap-problems.ts';

/** What the phone may tell the server later. Codes are excluded. */
type HandOver = Exclude<SentHandOver, { how: 'code' }>;

type Props = {
  person: PersonNow;
  /** An address for an image; undefined if the family gave none. */
  photo: string | undefined;
  list: ClassDay;
  /** Now by the server's clock. */
  now: Date;
  mayOverride: boolean;
  onClose: () => void;
  onChoose: (collectedBy: HandOver) => void;
};

type Checked = Extract<HandOver, { how: 'listed' }>['checked'];
/**
 * The place among the adults who may collect, somebody else (with a code, or approved by the office), or nobody
 * (allowed by the family, or approved by the office).
 */
type Choice = number | 'code' | 'other' | 'alone' | 'alone by office';

const HOW: [Checked, string][] = [
  ['known', 'I know their face'],
  ['id', 'They showed an ID card'],
];

/** Asks who takes a child, and how the team knows them. */
export function HandOverDialog(props: Props) {
  const { person, photo, list, now, onClose, onChoose } = props;
  const { name: child, mayLeaveAloneFrom } = person;
  // Nobody approves something for their own child. R713
  const mayOverride = props.mayOverride && !person.isKept;
  const isFree = mayLeaveAloneAt(person, now);
  const listed = person.adults.filter(({ mayCollect }) => mayCollect);
  const [choice, setChoice] = useState<Choice>();
  const [checked, setChecked] = useState<Checked>();
  const [other, setOther] = useState({ name: '', note: '' });
  // What says until when the child stays today.
  const stays = (person.extras ?? []).filter(({ from, until }) => from ?? until);
  const verdict = judgeCollector(person.mustNotCollect, { name: other.name }, list.day);
  const collectedBy = read();

  function read(): HandOver | undefined {
    const [name, note] = [other.name.trim(), other.note.trim()];
    if (choice === 'alone') return isFree ? { how: 'alone' } : undefined;
    if (choice === 'alone by office') return note ? { how: 'alone', note } : undefined;
    if (choice === 'other' && verdict === 'blocked') return undefined;
    if (choice === 'other') return name && note ? { how: 'override', name, note } : undefined;
    const adult = typeof choice === 'number' ? listed[choice] : undefined;
    if (!adult || !checked) return undefined;
    const { guardianId, name: adultName } = adult;
    return { how: 'listed', name: adultName, ...(guardianId && { guardianId }), checked };
  }

  return (
    <ModalDialog title={`Who collects ${child}?`} onClose={onClose}>
      <div className="mt-4 grid gap-4">
        {photo && <LargePhoto name={child} photo={photo} size={160} />}
        <BlockedPeople {...person}>
          If they come, keep {person.name} with you and call the office. Only the office can change
          this.
        </BlockedPeople>
        {stays.length > 0 && <p className="font-semibold">{stays.map(nameExtra).join('; ')}</p>}
        <fieldset className="grid gap-2">
          <legend className="sr-only">Who collects {child}?</legend>
          {isFree ? (
            <Who isChosen={choice === 'alone'} onChoose={() => setChoice('alone')}>
              Leaves alone
            </Who>
          ) : (
            mayLeaveAloneFrom && (
              <p className="font-semibold">
                {child} may leave alone from {formatTimeOfDay(mayLeaveAloneFrom)}, not before.
              </p>
            )
          )}
          {listed.length === 0 && <p>Nobody on the family’s list may pick up today.</p>}
          {listed.map((adult, index) => (
            <Who key={index} isChosen={choice === index} onChoose={() => setChoice(index)}>
              {nameAdult(adult)}
            </Who>
          ))}
          <Who isChosen={choice === 'code'} onChoose={() => setChoice('code')}>
            Somebody else, with a code
          </Who>
          {mayOverride && (
            <Who isChosen={choice === 'other'} onChoose={() => setChoice('other')}>
              Somebody else, approved by the office
            </Who>
          )}
          {mayOverride && !isFree && (
            <Who
              isChosen={choice === 'alone by office'}
              onChoose={() => setChoice('alone by office')}
            >
              Leaves alone, approved by the office
            </Who>
          )}
        </fieldset>
        {!mayOverride && choice !== 'code' && <OfficeNote name={child} />}
        {choice === 'code' ? (
          <CodeFields person={person} list={list} onDone={onClose} onClose={onClose} />
        ) : (
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (collectedBy) onChoose(collectedBy);
            }}
          >
            {choice === 'other' && (
              <OtherFields
                other={other}
                problem={sayVerdict(verdict, child, other.name)}
                onChange={setOther}
              />
            )}
            {typeof choice === 'number' && (
              <fieldset className="grid gap-2">
                <legend className="mb-2 text-lg font-bold">How do you know them?</legend>
                {HOW.map(([value, label]) => (
                  <ChoiceCard
                    key={value}
                    type="radio"
                    name="checked"
                    checked={checked === value}
                    onChange={() => setChecked(value)}
                  >
                    <span className="text-lg">{label}</span>
                  </ChoiceCard>
                ))}
              </fieldset>
            )}
            {choice === 'alone by office' && (
              <Why
                label={`Why may ${child} leave alone?`}
                note={other.note}
                onChange={(note) => setOther({ ...other, note })}
              />
            )}
            <LeaveButtons
              isReady={collectedBy !== undefined}
              onClose={onClose}
            >{`${child} leaves${collectedBy?.how === 'alone' ? ' alone' : ''}`}</LeaveButtons>
          </form>
        )}
      </div>
    </ModalDialog>
  );
}

/** In doubt, an admin decides, and reads it first. */
function sayVerdict(verdict: Verdict, child: string, name: string): string | undefined {
  if (verdict === 'blocked') return sayProblem('must_not_collect', child, name);
  return verdict === 'in doubt'
    ? `Somebody with nearly this name must not collect ${child}. Look at their ID card before you decide.`
    : undefined;
}

type WhoProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Who({ isChosen, onChoose, children }: WhoProps) {
  return (
    <ChoiceCard type="radio" name="who" checked={isChosen} onChange={onChoose}>
      <span className="text-lg font-semibold break-words">{children}</span>
    </ChoiceCard>
  );
}

/** An instructor alone can't hand a child to somebody whom the family has not named. */
function OfficeNote({ name }: { name: string }) {
  return (
    <div className="bg-base-300 rounded-field p-3">
      <p>
        Somebody else? Only the office can let them take {name}. Keep {name} with you.
      </p>
      <CallOffice />
    </div>
  );
}
