import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { ChangeName } from '@speakifyr/contract/touches.ts';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { CallArguments } from '../lib/api.ts';
import { useChange } from '../lib/use-change.ts';

type Problems<Values extends FieldValues> = { [P in Path<Values>]?: string | false | undefined };

type Options<K extends ChangeName, Values extends FieldValues> = {
  defaultValues: Values;
  /** What is sent. A field's name is its path in the body, so that what is wrong stands beside it. */
  toInput: (values: Values) => CallArguments<K>[0];
  /** The field that has the focus when the form opens: the button that had it is gone. */
  firstField?: Path<Values>;
  /** Where in the body the fields are, if they are one entry of a list: `discounts.2`. */
  at?: string;
  /** What only this page knows to be wrong, such as an amount of more than is owed. */
  findProblems?: (values: Values) => Problems<Values> | Promise<Problems<Values>>;
};

type CallForm<K extends ChangeName, Values extends FieldValues> = UseFormReturn<Values> & {
  at: string;
  /** @returns what tells it apart from forms that begin with the same content, such as those of two rows of a list */
  nameCall: () => string;
  /** Makes the call. @throws what `Form` shows beside the fields */
  send: (values: Values) => Promise<Output<Contract[K]>>;
};

/**
 * A form for one call. The contract's own schema of the call says what is wrong with what is typed, in the words that the
 * server has for it. Decision 111
 */
export function useCallForm<K extends ChangeName, Values extends FieldValues>(
  name: K,
  options: Options<K, Values>,
): CallForm<K, Values> {
  const { defaultValues, toInput, firstField, at = '', findProblems = () => ({}) } = options;
  const change = useChange(name);
  const resolver: Resolver<Values> = async (values, context, settings) => {
    const errors: FieldErrors = {};
    const { body = {} } = (toInput(values) ?? {}) as { body?: object };
    const schema = (await loadContract())?.[name];
    if (schema && 'body' in schema) {
      const judge = standardSchemaResolver(schema.body as never) as unknown as Resolver;
      const { errors: all } = await judge(body as FieldValues, context, settings as never);
      const found = (at ? get(all, at) : all) as FieldErrors | undefined;
      // What is not typed here can't be mended here: the server refuses it.
      for (const [path, error] of Object.entries(found ?? {}))
        if (path in values) errors[path] = error as FieldErrors[string];
    }
    for (const [path, message] of Object.entries(await findProblems(values)))
      if (message && !get(errors, path)) set(errors, path, { type: 'page', message });
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values, errors: {} };
  };
  const form = useForm<Values>({ defaultValues: defaultValues as DefaultValues<Values>, resolver });
  // Before it is needed: most people send a form some seconds after they have opened it.
  useEffect(() => void loadContract(), []);
  const { setFocus } = form;
  useEffect(() => {
    if (firstField) setFocus(firstField);
  }, [firstField, setFocus]);
  const nameCall = () => {
    const { params } = (toInput(defaultValues) ?? {}) as { params?: object };
    return JSON.stringify([name, params]);
  };
  return { ...form, at, nameCall, send: (values) => change.mutateAsync(toInput(values) as never) };
}

/** Loaded with the first form. Without it, the server is the one that says what is wrong. */
async function loadContract() {
  try {
    return (await import('@speakifyr/contract/contract.ts')).contract;
  } catch {
    return undefined;
  }
}
