import { Link } from 'react-router-dom';
import { CallButton } from '../ui/CallButton.tsx';
import { DeadEnd } from '../ui/DeadEnd.tsx';
import { Plate } from '../ui/Plate.tsx';

/** Every address that the site does not have. */
export function Page() {
  return (
    <DeadEnd>
      <Plate as="h1">404</Plate>
      <p className="lead">The page you are looking for was not found.</p>
      <div className="actions">
        <CallButton />
        <Link className="btn btn--line" to="/">
          Go back home
        </Link>
      </div>
    </DeadEnd>
  );
}
