import { ACCIDENT_NOTES, type AccidentNotes } from '../content/accident-notes.ts';
import { unbroken } from '../site/company.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { Words } from '../ui/Words.tsx';

/** On paper only: the notes as typed, or blanks for a pen. */
export function PrintSheet({ notes }: { notes: AccidentNotes }) {
  const company = useCompany();
  const { helpline } = useWording();
  return (
    <div className="print-sheet">
      <p>
        {company.name} <Words>{helpline}</Words>: {unbroken(company.phone24h)}
      </p>
      {ACCIDENT_NOTES.map((group) => (
        <section key={group.legend}>
          <h3>{group.legend}</h3>
          <dl>
            {group.notes.map(({ id, label, size }) => (
              <div className={size && `field--${size}`} key={id}>
                <dt>{label}</dt>
                <dd>{notes[id]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
