interface PlateProps {
  /** A decoration says nothing to those who do not see it. */
  as: 'h1' | 'decoration';
  children: string;
}

/** A UK number plate. */
export function Plate({ as, children }: PlateProps) {
  return as === 'h1' ? (
    <h1 className="plate">
      <b>{children}</b>
    </h1>
  ) : (
    <div className="plate" aria-hidden="true">
      <b>{children}</b>
    </div>
  );
}
