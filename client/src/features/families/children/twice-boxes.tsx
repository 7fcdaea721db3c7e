import type { ChildTwice } from '@speakifyr/contract/families.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Check } from '../../../ui/check.tsx';

type Props = {
  twice: ChildTwice[];
  legend: string;
  /** What a tick does. */
  text: string;
  register: UseFormRegisterReturn;
};

/** A tick for each child that is in two families: its two records become one. R571 */
export function TwiceBoxes({ twice, legend, text, register }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 font-bold">{legend}</legend>
      <p className="text-sm">{text}</p>
      {twice.map(({ childId, name, says, obstacle }) => (
        <div key={childId} className="[overflow-wrap:anywhere]">
          <Check value={childId} disabled={obstacle !== null} {...register}>
            {name}
          </Check>
          {obstacle && <p className="text-error text-sm font-medium">{obstacle}</p>}
          {!obstacle && says.length > 0 && (
            <ul className="list-disc pl-10 text-sm">
              {says.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </fieldset>
  );
}
