import { whenIdleOrTouched } from './when-idle.ts';

// Nothing on the page waits for scripts: links, the phone number, the menu, the FAQ and the form work in plain HTML. So React is fetched
// only once the page is painted and idle, or at the first touch or key, whichever comes first.
whenIdleOrTouched(() => import('./hydrate.tsx').then(({ hydrate }) => hydrate()));

if (process.env.NODE_ENV === 'development') import('./reload.ts').then(({ reloadOnNewBuild }) => reloadOnNewBuild());
