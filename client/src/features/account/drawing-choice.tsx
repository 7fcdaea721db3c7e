import type { ComponentProps } from 'react';

/** Our own drawings, for people who have no photo at hand. The first one is chosen at the start. */
export const DRAWINGS = [
  { name: 'Fox', address: '/pictures/avatars/fox.svg' },
  { name: 'Owl', address: '/pictures/avatars/owl.svg' },
  { name: 'Bear', address: '/pictures/avatars/bear.svg' },
  { name: 'Frog', address: '/pictures/avatars/frog.svg' },
  { name: 'Hedgehog', address: '/pictures/avatars/hedgehog.svg' },
  { name: 'Otter', address: '/pictures/avatars/otter.svg' },
] as const;

/** A row of drawings to choose from. Takes the props of a radio button in a form. */
export function DrawingChoice(input: Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  return (
    <fieldset className="mt-3">
      <legend className="text-base-content/80 mb-2 text-sm">Or keep one of our drawings:</legend>
      <div className="flex flex-wrap gap-2">
        {DRAWINGS.map(({ name, address }) => (
          <label key={name} className="relative size-11 cursor-pointer">
            <input
              {...input}
              type="radio"
              value={address}
              aria-label={name}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <img
              src={address}
              alt=""
              width={44}
              height={44}
              className="peer-checked:ring-primary ring-offset-base-200 rounded-full ring-offset-2 peer-checked:ring-3 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-6"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
