import type { ListedChild } from '@speakifyr/contract/children.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { showFormError } from '../../../ui/form.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import type { JoinChoice } from './list-choices.ts';

export type NewChild = ReturnType<typeof useNewChild>;

const NO_CHILD = { name: '', birthDate: '', note: '' };

/**
 * A child that a parent types in beside the question who joins, so that one press adds it and goes on. R539
 * @param judge says who of these children can join, and why others can't
 * @param onAdded chooses a child that was added
 */
export function useNewChild(
  judge: (children: ListedChild[]) => JoinChoice[],
  onAdded: (childId: string) => void,
) {
  const form = useCallForm('POST /myChildren', {
    defaultValues: NO_CHILD,
    toInput: (body) => ({ body }),
  });
  const [isOpen, setOpen] = useState(false);
  const [obstacle, setObstacle] = useState<string>();
  const [name, birthDate] = useWatch({ control: form.control, name: ['name', 'birthDate'] });
  const isTyped = Boolean(name.trim() || birthDate);

  /** Shows an empty form, or none. */
  function open(isOpening: boolean) {
    form.reset(NO_CHILD);
    setOpen(isOpening);
    setObstacle(undefined);
  }

  async function add(child: typeof NO_CHILD): Promise<ListedChild> {
    // The form stays while the children come with the new one.
    setOpen(true);
    const { child: added } = await form.send(child);
    onAdded(added._id);
    return added;
  }

  /** Adds the child, and asks for the next one. Throws if the server refuses it. */
  async function addAnother(child: typeof NO_CHILD): Promise<void> {
    await add(child);
    // Who types fast is at the next child already.
    if (form.getValues('name') !== child.name) return;
    // First, because a reset forgets the fields until they are shown again.
    form.setFocus('name');
    open(true);
  }

  /** Adds the child, if one was typed in. @returns who joins besides; undefined if nobody does yet: the dialog says why */
  async function addTyped(): Promise<JoinChoice[] | undefined> {
    setObstacle(undefined);
    if (!isTyped) return [];
    let child: ListedChild | undefined;
    await form.handleSubmit(async (values) => {
      try {
        child = await add(values);
      } catch (error) {
        showFormError(error, form, { child_exists: 'name' });
      }
    })();
    if (!child) return undefined;
    const { _id } = child;
    open(false);
    const choices = judge([child]).filter(({ childId }) => childId === _id);
    if (choices.every((choice) => !choice.obstacle)) return choices;
    setObstacle(`${child.name} is added to your children, but can’t join this class.`);
    return undefined;
  }

  const isBusy = form.formState.isSubmitting;
  return { form, isOpen, isTyped, obstacle, isBusy, open, addAnother, addTyped };
}
