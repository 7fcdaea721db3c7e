import { LABELS } from '@speakifyr/contract/labels.ts';
import { Picture } from '../../ui/picture.tsx';

const STEPS = [
  {
    name: 'step-1',
    title: 'Choose a class',
    text: `See who teaches it, when it starts and how many seats are left. Press ${LABELS.joinNow}, and the seat is held for you.`,
  },
  {
    name: 'step-2',
    title: 'Pay by card',
    text: 'Your card goes straight to Stripe, never to us. If your card is declined, you pay nothing and keep your seat while you try again.',
  },
  {
    name: 'step-3',
    title: 'Come to camp',
    text: 'Find your entry code, your room and a calendar file in your dashboard.',
  },
];

/** How the camp works. */
export function Steps() {
  return (
    <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
      {STEPS.map(({ name, title, text }, index) => (
        <li key={name} className="flex items-center gap-4 md:block">
          <Picture
            name={`/pictures/${name}`}
            alt=""
            width={640}
            height={480}
            className="-mx-2 h-auto w-28 shrink-0 bg-none sm:w-40 md:mx-0 md:w-full md:max-w-64"
          />
          <div>
            <h3 className="text-2xl font-bold md:mt-4">
              <span className="text-secondary">{index + 1}.</span> {title}
            </h3>
            <p className="text-base-content/85 mt-2 max-w-[38ch]">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
