import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { peekKept, takeKept, watchForm } from '../lib/kept-forms.ts';

/**
 * `useState` for what is typed into a form that is no `Form`: as `useKeptForm`, it keeps the value when the session ends,
 * and puts it back once the same person is on the same page again. R550
 * @param name tells the forms of a page apart
 */
export function useKeptState<Value>(
  name: string,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const { pathname: path } = useLocation();
  const [began] = useState(initial);
  const key = JSON.stringify([path, name]);
  const [value, setValue] = useState(
    () => (peekKept(key) as { value: Value } | undefined)?.value ?? initial,
  );

  const read = useEffectEvent(() =>
    JSON.stringify(value) === JSON.stringify(began) ? undefined : { value },
  );
  useEffect(() => watchForm({ key, path, read: () => read() }), [key, path]);

  useEffect(() => void takeKept(key), [key]);
  return [value, setValue];
}
