/** A table that is written as text: a row on each line, `|` between its cells. */
export function table<Column extends string>(columns: readonly Column[], text: string) {
  return text.split('\n').map((row) => {
    const cells = row.split(/ *\| */);
    const named = columns.map((column, place) => [column, cells[place] ?? '']);
    return Object.fromEntries(named) as Record<Column, string>;
  });
}

/** Paragraphs, a line each. The lead is set larger. */
export function Prose({ lead, children }: { lead: string; children: string }) {
  return (
    <div className="prose">
      <p className="lead">{lead}</p>
      {children.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
