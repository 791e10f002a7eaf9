import { Link } from 'react-router-dom';
import { CallButton } from '../components/CallButton.tsx';

/** Every address that the site does not have. */
export function Page() {
  return (
    <div className="section">
      <div className="wrap dead-end">
        <h1 className="plate">
          <b>404</b>
        </h1>
        <p className="lead">The page you are looking for was not found.</p>
        <div className="actions">
          <CallButton />
          <Link className="btn btn--line" to="/">
            Go back home
          </Link>
        </div>
      </div>
    </div>
  );
}
