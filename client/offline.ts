import { reloadWhenConnected } from '../shared/site/connection.ts';

// The only script of the page that the service worker shows offline.
reloadWhenConnected();
