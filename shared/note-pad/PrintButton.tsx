import { Icon } from '../ui/Icon.tsx';

/** Only a script can print, so the button is hidden without scripting. */
export function PrintButton() {
  return (
    <button className="btn btn--line script-only" type="button" onClick={() => window.print()}>
      <Icon name="printer" />
      Print this page
    </button>
  );
}
