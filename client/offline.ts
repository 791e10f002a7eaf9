import { reloadWhenConnected } from '../shared/site/connection.ts';

// All the script of the page that the service worker shows offline.
reloadWhenConnected();
