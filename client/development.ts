import '@vitejs/plugin-react/preamble';

// What pages export besides their component shows after a load; without this every edit of one would
// be a load.
Object.assign(window, { __getReactRefreshIgnoredExports: () => ['metadata', 'parts'] });

// The development server puts this script into every page, and the site at the end of each page
// that is hydrated.
const own = `script[src="${new URL(import.meta.url).pathname}"]`;
if (document.querySelectorAll(own).length > 1) import('./index.ts');
