import { toCents } from '@speakifyr/contract/format.ts';
import { type PointerEvent, useState } from 'react';
import { formatDay, formatTaka } from '../../lib/format.ts';
import { ChartCard, ChartTable } from './chart-card.tsx';
import { listScaleLines } from './chart-scale.ts';
import type { DayEarnings } from './statistics.queries.ts';

/** In pixels; the width follows the screen, so across all is in percent. */
const HEIGHT = 220;
const BAR_SHARE = 0.68;
/** A day without earnings still shows a small mark. */
const ZERO_HEIGHT = 2;
/** Bars extend below the baseline, so that only their top corners are round. */
const CORNER = 4;
/** Days between labels, counted from today. A phone shows every second label. */
const LABEL_EVERY = 5;

/** Payments on each of the last thirty days as bars, with the selected day in words. */
export function EarningsChart({ days }: { days: DayEarnings[] }) {
  const [pointed, setPointed] = useState<number>();
  const lines = listScaleLines(Math.max(0, ...days.map(({ amount }) => amount)));
  const top = lines.at(-1) ?? 1;
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
          <>
            {formatDay(shown.day)}:{' '}
            <span className="text-base-content font-bold">{formatTaka(shown.amount)}</span>
          </>
        ) : (
          describeEarnings(days)
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
              style={{ bottom: `${(value / top) * 100}%` }}
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
              y1={HEIGHT - (value / top) * HEIGHT}
              y2={HEIGHT - (value / top) * HEIGHT}
              className="stroke-base-content/15"
            />
          ))}
          {days.map(({ day, amount }, index) => (
            <Bar
              key={day}
              index={index}
              count={days.length}
              share={amount / top}
              isPointed={index === pointed}
            />
          ))}
        </svg>
        <DayLabels days={days} />
      </div>
    </ChartCard>
  );
}

type BarProps = { index: number; count: number; share: number; isPointed: boolean };

function Bar({ index, count, share, isPointed }: BarProps) {
  const place = 100 / count;
  const height = Math.max(share * HEIGHT, ZERO_HEIGHT);
  const color = share > 0 ? 'fill-primary' : 'fill-base-content/40';
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
        y={HEIGHT - height}
        width={`${BAR_SHARE * place}%`}
        height={height + CORNER}
        rx={share > 0 ? CORNER : 0}
        className={isPointed && share > 0 ? 'fill-secondary' : color}
      />
    </>
  );
}

function DayLabels({ days }: { days: DayEarnings[] }) {
  return (
    <ol
      className="text-base-content/75 relative col-start-2 mt-2 h-5 text-sm tabular-nums"
      aria-hidden="true"
    >
      {days.map(({ day }, index) => {
        const before = days.length - 1 - index;
        if (before % LABEL_EVERY > 0) return null;
        return (
          <li
            key={day}
            className={`absolute -translate-x-1/2 leading-5 ${before % (2 * LABEL_EVERY) > 0 ? 'hidden sm:block' : ''}`}
            style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
          >
            {formatDay(day).slice(0, 'dd/mm'.length)}
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
        .map(({ day, amount }) => ({ key: day, cells: [formatDay(day), formatTaka(amount)] }))
        .reverse()}
    />
  );
}

/** The chart in a sentence, without its full stop. */
function describeEarnings(days: DayEarnings[]): string {
  const best = days.reduce<DayEarnings | undefined>(
    (most, day) => (day.amount > (most?.amount ?? 0) ? day : most),
    undefined,
  );
  if (!best) return `Nothing was paid in the last ${days.length} days`;
  // In cents, because adding decimals causes rounding errors.
  const total = days.reduce((sum, { amount }) => sum + toCents(amount), 0) / 100;
  return `${formatTaka(total)} in the last ${days.length} days; the best day was ${formatDay(best.day)} with ${formatTaka(best.amount)}`;
}
