/** What the choices of a form mean, as families would say it. */
export function Sentences({ lines }: { lines: string[] }) {
  return (
    <ul className="card bg-base-100 shadow-card grid list-disc gap-2 p-6 pl-10 [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
