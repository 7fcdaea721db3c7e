import { useQuery } from '@tanstack/react-query';
import { listNames } from '../../../lib/list-names.ts';
import { read } from '../../../lib/read.ts';
import { MailSwitch } from './mail-switch.tsx';

/**
 * Turns on emails about a family's camp day, beside its classes. Renders nothing until it is known whether they are on,
 * or if that fails.
 * @param props.names of the children who have a class to come, at least one
 * @param props.isConfirmed whether the parent has confirmed their email address
 */
export function CampDayMails({ names, isConfirmed }: { names: string[]; isConfirmed: boolean }) {
  const { data: choice } = useQuery(read('GET /myMail'));
  if (!choice) return null;
  const verbs = names.length > 1 ? 'arrive and are collected' : 'arrives and is collected';
  return (
    <div className="card bg-base-100 shadow-card mt-6 px-4 [overflow-wrap:anywhere] sm:px-6">
      <MailSwitch
        kind="campDay"
        label={`Email me when ${listNames(names)} ${verbs}`}
        text={`Also if our team marks a child of yours absent.${isConfirmed ? '' : ' You get these emails once you have confirmed your email address.'}`}
        saved={choice.campDay}
      />
    </div>
  );
}
