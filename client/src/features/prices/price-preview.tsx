import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import {
  type Discount,
  type FamilySeat,
  findDiscounts,
  isForClass,
  type PriceLine,
  priceSeat,
  type Pricing,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { useState } from 'react';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { countOf } from '../../lib/count-of.ts';
import { formatCharge, formatDays, nameCharge, readToday } from '../../lib/format.ts';
import { readCents } from '../../lib/read-cents.ts';
import { Check } from '../../ui/check.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PriceLines } from '../../ui/price-lines.tsx';
import { AmountField } from '../../ui/usual-fields.tsx';

/** How large the family of the preview can be. */
const MAX_CHILDREN = 4;

const MAX_CLASSES_EACH = 4;

/** The class of the preview if the school has none yet, and what parents there pay. */
const EXAMPLE_PRICE = 200;

type Props = {
  /** With the one that is being written. */
  discounts: Discount[];
  classes: ClassChoice[];
  /** Whether the one that is being written lacks something. */
  isIncomplete: boolean;
};

/** What one family pays today, seat by seat. */
export function PricePreview({ discounts, classes, isIncomplete }: Props) {
  const priced = classes.filter(({ price }) => price > 0);
  const [family, setFamily] = useState({ children: 2, classesEach: 2, isReturning: false });
  const [classId, setClassId] = useState(priced[0]?._id ?? '');
  const [typed, setTyped] = useState(String(EXAMPLE_PRICE));
  const [codeId, setCodeId] = useState('');
  const chosen = priced.find(({ _id }) => _id === classId);
  const base = chosen ? toCents(chosen.price) : readCents(typed);
  const codes = discounts.filter(({ kind }) => kind === 'code');
  const counted = findDiscounts(discounts, chosen?._id ?? '', { day: readToday() });
  const code = codes.find(({ id }) => id === codeId);
  if (code && isForClass(code, chosen?._id ?? '') && (base ?? 0) >= (code.code?.minimum ?? 0))
    counted.push(code);
  const count = (name: 'children' | 'classesEach', most: number) => ({
    value: family[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setFamily({ ...family, [name]: Number(target.value) }),
    children: countTo(most).map((number) => (
      <option key={number} value={number}>
        {number}
      </option>
    )),
  });
  return (
    <section
      aria-labelledby="price-preview"
      className="card bg-base-100 shadow-card grid content-start gap-4 p-5 sm:p-7 xl:sticky xl:top-6"
    >
      <h2 id="price-preview" className="text-xl font-bold">
        For example
      </h2>
      <div className="grid grid-cols-2 items-end gap-4">
        <SelectField label="Children" {...count('children', MAX_CHILDREN)} />
        <SelectField label="Classes each" {...count('classesEach', MAX_CLASSES_EACH)} />
      </div>
      <SelectField
        label="Class"
        hint="As if all of their classes were like this one."
        value={chosen ? classId : ''}
        onChange={({ target }) => setClassId(target.value)}
      >
        {priced.map(({ _id, name, price, camp_start, camp_end }) => (
          <option key={_id} value={_id}>
            {name}, {formatDays(camp_start, camp_end)}, {formatCharge(price)}
          </option>
        ))}
        <option value="">Another full price</option>
      </SelectField>
      {!chosen && (
        <AmountField
          label={`Full price (${SCHOOL.currency})`}
          hint="Discounts that are only for some classes don’t count here."
          value={typed}
          error={base ? undefined : 'Please enter an amount such as 200 or 89.50'}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {codes.length > 0 && (
        <SelectField
          label="Code"
          value={code ? codeId : ''}
          onChange={({ target }) => setCodeId(target.value)}
        >
          <option value="">No code</option>
          {codes.map(({ id, code: own }) => (
            <option key={id} value={id}>
              {own?.text}
            </option>
          ))}
        </SelectField>
      )}
      <Check
        checked={family.isReturning}
        onChange={({ target }) => setFamily({ ...family, isReturning: target.checked })}
      >
        The family was here before
      </Check>
      {isIncomplete && (
        <p className="text-base-content/80 text-sm">
          Complete the discount, and it counts here before it is saved.
        </p>
      )}
      {base && <Example base={base} discounts={counted} family={family} />}
    </section>
  );
}

type ExampleProps = { base: number; discounts: Discount[]; family: ExampleFamily };

function Example({ base, discounts, family }: ExampleProps) {
  const seats = priceFamily({ base, discounts }, family);
  const sum = sumAmounts(seats.map(({ price }) => ({ amount: price })));
  const full = base * seats.length;
  return (
    <>
      <p aria-live="polite" className="text-lg">
        <span>{`A family with ${countOf(family.children, 'child', 'children')} in ${countOf(family.classesEach, 'class', 'classes')}${family.children > 1 ? ' each' : ''} pays`}</span>{' '}
        <strong>{nameCharge(sum / 100)}</strong>{' '}
        <span>{`today${sum < full ? `, instead of ${nameCharge(full / 100)}` : ''}.`}</span>
      </p>
      <ul aria-label="Seats" className="divide-base-300 divide-y">
        {seats.map(({ seat: { child, classOfChild }, lines, price }) => (
          <li key={`${child} ${classOfChild}`} className="flex items-baseline gap-4 py-2">
            <span className="min-w-0 grow [overflow-wrap:anywhere]">
              Child {child}, class {classOfChild}
              {lines.length > 1 && <PriceLines lines={lines} />}
            </span>
            <span className="font-semibold tabular-nums">{formatCharge(price / 100)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A family whose children are all in the same number of classes. */
type ExampleFamily = { children: number; classesEach: number; isReturning: boolean };

/** Its first child's first class is 1 and 1. */
type ExampleSeat = { child: number; classOfChild: number; isReturning: boolean };

/** One seat of such a family. In cents. */
type PricedSeat = { seat: ExampleSeat; lines: PriceLine[]; price: number };

/** What a family pays for each of its seats, in the order in which they are held. */
function priceFamily(pricing: Pricing, family: ExampleFamily): PricedSeat[] {
  return listSeats(family).map((seat) => {
    const lines = priceSeat(pricing, standAt(seat));
    return { seat, lines, price: sumLines(lines) };
  });
}

/** All classes of the example cost the same, so what a seat depends on is dear enough. */
function standAt({ child, classOfChild, isReturning }: ExampleSeat): FamilySeat {
  const others = (count: number) => Array.from({ length: count - 1 }, () => Infinity);
  return { siblings: others(child), weeks: others(classOfChild), isReturning };
}

function listSeats({ children, classesEach, isReturning }: ExampleFamily): ExampleSeat[] {
  return countTo(children).flatMap((child) =>
    countTo(classesEach).map((classOfChild) => ({ child, classOfChild, isReturning })),
  );
}

/** 1, 2, 3, … */
function countTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
