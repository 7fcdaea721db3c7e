import { toCents } from '@speakifyr/contract/format.ts';
import { type PointerEvent, useState } from 'react';
import { formatDay, formatMonth, formatSum } from '../../lib/format.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { listScaleLines } from './chart-scale.ts';
import type { DayEarnings } from './school-figures.ts';

/** In pixels; the width follows the screen, so all horizontal values are in percent. */
const HEIGHT = 220;
const BAR_SHARE = 0.68;
/** A day without earnings still shows a small mark. */
const ZERO_HEIGHT = 2;
/** How round the corners of a bar are. */
const CORNER = 3;
/** Days between labels, counted from today. A phone shows every second label. */
const LABEL_EVERY = 5;
/** Large text on a phone has room for every fourth label only, in two lines that end at its day. */
const LARGE_LABEL =
  '-translate-x-1/2 @max-[15rem]/frame:w-min @max-[15rem]/frame:-translate-x-full @max-[15rem]/frame:text-right @max-[15rem]/frame:[overflow-wrap:normal]!';

/** What arrived minus what went back on each of the last thirty days as bars, with the selected day in words. */
export function EarningsChart({ days }: { days: DayEarnings[] }) {
  const [pointed, setPointed] = useState<number>();
  const amounts = days.map(({ amount }) => amount);
  const lines = listScaleLines(Math.max(0, ...amounts), Math.min(0, ...amounts));
  const bottom = lines[0] ?? 0;
  const range = (lines.at(-1) ?? 1) - bottom;
  /** How far up the chart a value is, from 0 to 1. */
  const place = (value: number) => (value - bottom) / range;
  const shown = pointed === undefined ? undefined : days[pointed];

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setPointed(Math.min(Math.max(index, 0), days.length - 1));
  }

  return (
    <ChartCard title="Earnings by day" table={<EarningsTable days={days} />}>
      <p className="text-base-content/80 mb-4 min-h-12 sm:min-h-6" aria-hidden="true">
        {shown ? (
          <span key="day">
            {formatDay(shown.day)}:{' '}
            <span className="text-base-content font-bold">{formatSum(shown.amount)}</span>
          </span>
        ) : (
          <span>{describeEarnings(days)}</span>
        )}
      </p>
      <div className="grid grid-cols-[auto_1fr] gap-x-3">
        <ol
          className="text-base-content/75 relative w-12 text-right text-sm tabular-nums"
          style={{ height: HEIGHT }}
          aria-hidden="true"
        >
          {lines.map((value) => (
            <li
              key={value}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${place(value) * 100}%` }}
            >
              {value.toLocaleString('en-US')}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`Earnings by day: ${describeEarnings(days)}.`}
          width="100%"
          height={HEIGHT}
          className="touch-pan-y overflow-hidden"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {lines.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={HEIGHT - place(value) * HEIGHT}
              y2={HEIGHT - place(value) * HEIGHT}
              className={value === 0 ? 'stroke-base-content/40' : 'stroke-base-content/15'}
            />
          ))}
          {days.map(({ day, amount }, index) => (
            <Bar
              key={day}
              index={index}
              count={days.length}
              share={amount / range}
              base={HEIGHT - place(0) * HEIGHT}
              isPointed={index === pointed}
            />
          ))}
        </svg>
        <DayLabels days={days} />
      </div>
    </ChartCard>
  );
}

type BarProps = {
  index: number;
  count: number;
  /** Of the chart's height. Below 0 if more went back than arrived. */
  share: number;
  /** Where 0 is, in pixels from the top. */
  base: number;
  isPointed: boolean;
};

function Bar({ index, count, share, base, isPointed }: BarProps) {
  const place = 100 / count;
  const height = Math.max(Math.abs(share) * HEIGHT, ZERO_HEIGHT);
  const color = share > 0 ? 'fill-primary' : share < 0 ? 'fill-error' : 'fill-base-content/40';
  return (
    <>
      {isPointed && (
        <rect
          x={`${index * place}%`}
          y={0}
          width={`${place}%`}
          height={HEIGHT}
          className="fill-accent/25"
        />
      )}
      <rect
        x={`${(index + (1 - BAR_SHARE) / 2) * place}%`}
        y={share < 0 ? base : base - height}
        width={`${BAR_SHARE * place}%`}
        height={height}
        rx={share === 0 ? 0 : CORNER}
        className={isPointed && share > 0 ? 'fill-secondary' : color}
      />
    </>
  );
}

function DayLabels({ days }: { days: DayEarnings[] }) {
  return (
    <ol
      className="text-base-content/75 relative col-start-2 mt-2 h-5 text-sm tabular-nums @max-[15rem]/frame:h-10"
      aria-hidden="true"
    >
      {days.map(({ day }, index) => {
        const before = days.length - 1 - index;
        if (before % LABEL_EVERY > 0) return null;
        return (
          <li
            key={day}
            className={`absolute leading-5 ${LARGE_LABEL} ${before % (2 * LABEL_EVERY) > 0 ? 'hidden sm:block' : ''} ${before % (4 * LABEL_EVERY) > 0 ? '@max-[15rem]/frame:hidden' : ''}`}
            style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
          >
            {`${Number(day.slice(8))} ${formatMonth(day).slice(0, 3)}`}
          </li>
        );
      })}
    </ol>
  );
}

function EarningsTable({ days }: { days: DayEarnings[] }) {
  return (
    <ChartTable
      head={['Day', 'Earned']}
      rows={days
        .map(({ day, amount }) => ({ key: day, cells: [formatDay(day), formatSum(amount)] }))
        .reverse()}
    />
  );
}

/** The chart in a sentence, without its period. */
function describeEarnings(days: DayEarnings[]): string {
  const best = days.reduce<DayEarnings | undefined>(
    (most, day) => (day.amount > (most?.amount ?? 0) ? day : most),
    undefined,
  );
  if (!best && days.every(({ amount }) => amount === 0))
    return `Nothing was paid in the last ${days.length} days`;
  // In cents, because adding decimals causes rounding errors.
  const total = days.reduce((sum, { amount }) => sum + toCents(amount), 0) / 100;
  const sum = `${formatSum(total)} in the last ${days.length} days`;
  if (!best) return sum;
  return `${sum}; the best day was ${formatDay(best.day)} with ${formatSum(best.amount)}`;
}
