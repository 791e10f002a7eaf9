import './draft-note.css';

/** Stands at the top of a draft, with what its readers will not see or will see otherwise than meant. */
export function DraftNote({ issues }: { issues: readonly string[] }) {
  return (
    <div className="draft-note" role="note">
      <p>
        <strong>This is a draft.</strong> Readers see it once it is published.
      </p>
      {issues.length > 0 ? (
        <ul>
          {issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
