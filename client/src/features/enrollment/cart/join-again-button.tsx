import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { nameSeat } from '../../../lib/cart-seats.ts';
import { Button } from '../../../ui/button.tsx';
import { useJoinClass } from './cart.queries.ts';

type Props = { course: CartItem; onJoined?: (cartIds: string[]) => void };

/** Joins a class again whose hold has ended, if it still has a free seat. */
export function JoinAgainButton({ course, onJoined }: Props) {
  const navigate = useNavigate();
  const { childId, student_name } = course;
  const join = useJoinClass(
    { ...course, _id: course.classId },
    childId ? { joiner: { childId, name: student_name } } : {},
  );

  function rejoin() {
    join.mutate(course.email, {
      onSuccess: (end) => {
        if (end.state === 'joined') onJoined?.(end.courses.map(({ _id }) => _id));
        if (end.state === 'enrolled') void navigate(paths.enroll);
      },
    });
  }

  return (
    <Button className="btn-primary" isBusy={join.isPending} onClick={rejoin}>
      <span>{join.isPending ? 'Joining…' : 'Join again'}</span>
      <span className="sr-only">: {nameSeat(course)}</span>
    </Button>
  );
}
