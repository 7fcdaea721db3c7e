type Props = {
  title: string;
  /** undefined while it loads. */
  says: string[] | undefined;
  /** What stands there instead of an empty list. */
  none?: string;
};

/** What the server says before somebody presses a button, each as one point. Read out when it is there. */
export function ListOfSentences({ title, says, none }: Props) {
  return (
    <section aria-live="polite">
      <h3 className="mb-1 font-bold">{title}</h3>
      {!says && <p>One moment…</p>}
      {says?.length === 0 && <p>{none}</p>}
      <ul className="list-disc space-y-1 pl-5 break-words">
        {says?.map((text, place) => (
          // Two seats may say the same.
          <li key={place}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
