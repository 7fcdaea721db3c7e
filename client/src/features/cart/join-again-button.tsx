import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useJoinClass } from './cart.queries.ts';

type Props = { course: CartItem; onJoined?: (cartId: string) => void };

/** Takes the seat of a course whose hold has ended again, if the class still has one. */
export function JoinAgainButton({ course, onJoined }: Props) {
  const join = useJoinClass({ ...course, _id: course.classId });

  function rejoin() {
    if (join.isPending) return;
    join.mutate(course.email, {
      onSuccess: (end) => {
        if (end.state === 'joined') onJoined?.(end.cartId);
      },
    });
  }

  return (
    <button
      type="button"
      className="btn btn-primary"
      aria-disabled={join.isPending}
      aria-busy={join.isPending}
      onClick={rejoin}
    >
      {join.isPending ? 'Joining…' : 'Join again'}
      <span className="sr-only">: {course.name}</span>
    </button>
  );
}
