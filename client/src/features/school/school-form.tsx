import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { COLOR_STYLE_ID, writeColorStyle } from '@speakifyr/contract/school-color.ts';
import { setSchool } from '@speakifyr/contract/school.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type FieldValues, get, type Path, set, useWatch } from 'react-hook-form';
import { readApiError } from '../../lib/api-error.ts';
import { checkImage } from '../../lib/check-image.ts';
import { confirmAction, showSuccess } from '../../lib/dialogs.ts';
import { readOnce } from '../../lib/read.ts';
import { useUploadOnce } from '../../lib/use-upload-once.ts';
import { Form, showFormError } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { type Difference, listDifferences } from './school-labels.ts';

const UPLOAD_PROBLEM =
  'The picture could not be uploaded. Please try again, or choose another one.';

/** One part of what a director decides: what the form has of the school, and what it makes of what is typed. */
export type SchoolPart<Values extends FieldValues> = {
  read: (school: VersionedSchool) => Values;
  write: (values: Values) => Partial<VersionedSchool>;
  fields: ReactNode;
  /** What is chosen to be shown, and is not sent: it stays after a save. */
  open?: Path<Values>;
  /** Fields with a chosen picture. It is uploaded with the form, and its address goes into the other field. */
  pictures?: { file: Path<Values>; address: Path<Values>; maxSide: number }[];
  /** What cannot be undone, so that it is asked first. */
  ask?: (before: VersionedSchool, after: VersionedSchool) => string | undefined;
  /** What it says after a save, if it is not only on pages. */
  savedText?: string;
  /** Above the preview, if it is not only what families read. */
  previewTitle?: string;
  /** What a family reads then. */
  preview: (school: VersionedSchool, typed: Values) => ReactNode;
};

type Props<Values extends FieldValues> = {
  saved: VersionedSchool;
  part: SchoolPart<Values>;
  /** Another part is on the screen. What was typed here stays. */
  isHidden: boolean;
};

/**
 * The form of one part of the school, with what families read then. If another director was faster, it says what differs
 * now and keeps what was typed. R604
 */
export function SchoolForm<Values extends FieldValues>({ saved, part, isHidden }: Props<Values>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const previewId = useId();
  const query = readOnce('GET /school');
  const [changed, setChanged] = useState<Difference[]>();
  const form = useCallForm('PUT /school', {
    defaultValues: part.read(saved),
    toInput: (values) => ({ body: { ...saved, ...part.write(values) } }),
    findProblems: async (values) => {
      const { pictures = [] } = part;
      const found = pictures.map(
        async ({ file }) => [file, await checkImage(values[file])] as const,
      );
      return Object.fromEntries(await Promise.all(found)) as { [P in Path<Values>]?: string };
    },
  });
  const uploadOnce = useUploadOnce();
  const { control, reset, getValues } = form;
  const typed = useWatch({ control }) as Values;
  // Fields that were not edited here take over what another director has saved.
  const known = useRef(saved.version);
  const { read, open } = part;
  const readAgain = useCallback(
    (school: VersionedSchool) => {
      const values = read(school);
      if (open) set(values, open, getValues(open));
      return values;
    },
    [read, open, getValues],
  );
  useEffect(() => {
    if (known.current === saved.version) return;
    known.current = saved.version;
    reset(readAgain(saved), { keepDirtyValues: true });
  }, [saved, readAgain, reset]);

  async function save(values: Values) {
    setChanged(undefined);
    const question = part.ask?.(saved, { ...saved, ...part.write(values) });
    if (question) {
      const isSure = await confirmAction({
        titleText: 'Save this?',
        text: question,
        confirm: 'Yes, save it',
      });
      if (!isSure) return;
    }
    const uploaded = await uploadPictures(values);
    if (!uploaded) return;
    const answer = await form.send(uploaded);
    known.current = answer.version;
    reset(readAgain(answer));
    queryClient.setQueryData(query.queryKey, answer);
    setSchool(answer);
    showColors(answer.color);
    // The frame around this page names the school, too.
    void navigate({ search }, { replace: true });
    await showSuccess(part.savedText ?? 'Saved. Families read it on the next page that they load');
  }

  /** @returns what was typed, with the addresses of its pictures; undefined after a failure, which stands beside its field */
  async function uploadPictures(values: Values): Promise<Values | undefined> {
    const uploaded = { ...values };
    for (const { file, address, maxSide } of part.pictures ?? []) {
      const chosen = (get(values, file) as FileList | undefined)?.[0];
      if (!chosen) continue;
      try {
        set(uploaded, address, await uploadOnce(chosen, maxSide));
      } catch (error) {
        console.error('Could not upload the picture', error);
        form.setError(file, { message: UPLOAD_PROBLEM });
        return undefined;
      }
    }
    return uploaded;
  }

  async function explain(error: unknown) {
    showFormError(error, form, {});
    if (readApiError(error).code !== 'school_changed') return;
    const current = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    setChanged(listDifferences(saved, current));
  }

  return (
    <div hidden={isHidden} className={isHidden ? '' : 'grid items-start gap-6 xl:grid-cols-2'}>
      <Form
        form={form}
        className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-7"
        onSubmit={save}
        onError={(error) => void explain(error)}
      >
        {part.fields}
        <FormProblem />
        {changed && <Changed differences={changed} />}
        <SubmitButton>Save</SubmitButton>
      </Form>
      <section aria-labelledby={previewId} className="min-w-0 xl:sticky xl:top-6">
        <h2 id={previewId} className="mb-3 text-xl font-bold">
          {part.previewTitle ?? 'What families read'}
        </h2>
        {!isHidden && part.preview(putNumbers({ ...saved, ...part.write(typed) }, saved), typed)}
      </section>
    </div>
  );
}

/** A number that is not typed yet is still what it was. */
function putNumbers<T extends object>(typed: T, saved: object): T {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]: [string, unknown]) => {
      const before = (saved as Record<string, unknown>)[name];
      if (Number.isNaN(value)) return [name, before];
      const isPart = typeof value === 'object' && value !== null && typeof before === 'object';
      if (!isPart || before === null) return [name, value];
      return [
        name,
        Array.isArray(value)
          ? value.map((one: unknown, place) =>
              Number.isNaN(one) ? (before as unknown[])[place] : one,
            )
          : putNumbers(value, before),
      ];
    }),
  ) as T;
}

function Changed({ differences }: { differences: Difference[] }) {
  return (
    <div role="status" className="bg-base-200 rounded-xl p-4">
      <p className="font-semibold">What is different now:</p>
      <ul className="mt-1 list-disc pl-5 [overflow-wrap:anywhere]">
        {differences.map(({ label, before, after }) => (
          <li key={label}>{`${label}: ${after.replace(/\.$/, '')}. Before: ${before}`}</li>
        ))}
      </ul>
      <p className="mt-2">What you typed is still here. Look at it, and save again.</p>
    </div>
  );
}

/** Gives this tab the colors that other pages have from the server: app/document.tsx. */
function showColors(color: string): void {
  let style = document.getElementById(COLOR_STYLE_ID);
  if (!style) {
    style = Object.assign(document.createElement('style'), { id: COLOR_STYLE_ID });
    document.head.append(style);
  }
  style.textContent = writeColorStyle(color);
}
