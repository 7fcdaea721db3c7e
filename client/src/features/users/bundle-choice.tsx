import { ADMIN_BUNDLES, type AdminBundle } from '@speakifyr/contract/limits.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';

const LABELS: Record<AdminBundle, string> = {
  director: 'Director',
  office: 'Office',
  accountant: 'Accountant',
};

/** As a sentence names them. */
export const PEOPLE: Record<AdminBundle, string> = {
  director: 'a director',
  office: 'an admin of the office',
  accountant: 'an accountant',
};

const TEXTS: Record<AdminBundle, string> = {
  director:
    'They can do everything, including changing roles, the refund policy, discounts and extras.',
  office: 'They can do everything but change roles, the refund policy, discounts and extras.',
  accountant: 'They read money and close months. They see no families and no children.',
};

type Props = {
  name: string;
  /** Undefined while nothing is chosen. */
  chosen: AdminBundle | undefined;
  /** The only one that is shown. */
  only?: AdminBundle | undefined;
  onChange: (bundle: AdminBundle) => void;
};

/** What an admin may do, to choose one. */
export function BundleChoice({ name, chosen, only, onChange }: Props) {
  return (
    <div role="radiogroup" aria-label={`What ${name} may do`} className="mt-4 grid gap-3">
      {ADMIN_BUNDLES.filter((one) => !only || one === only).map((one) => (
        <ChoiceCard
          key={one}
          type="radio"
          name="bundle"
          checked={chosen === one}
          onChange={() => onChange(one)}
        >
          <span className="block font-semibold">{LABELS[one]}</span>
          {TEXTS[one]}
        </ChoiceCard>
      ))}
    </div>
  );
}

/** What somebody is about to become, in sentences. */
export function sayBundle(name: string, bundle: AdminBundle): string {
  return `${name} becomes ${PEOPLE[bundle]}. ${TEXTS[bundle]}`;
}
