// What `node dist/server/index.js` runs. Plain JavaScript that imports nothing at first, because an
// older Node has to get as far as saying which one it needs.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`This site needs Node 24 or newer. You are running ${process.version}.\n`);
  process.exit(1);
}
// As process 1 of a container it would miss a signal that comes before the site is loaded: for that
// process the kernel drops those without a handler.
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit();
  });
await import('./site.js');
