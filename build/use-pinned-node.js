// Plain JavaScript: it is read by the Node that cannot read the rest. The scripts run on the Node
// that the lock file pins, which an install links as node_modules/.bin/node; npm 10 takes that link
// away again together with those of other platforms.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, symlinkSync } from 'node:fs';
import { arch, argv, execArgv, execPath, exit, platform, stderr, version } from 'node:process';

const NEEDED = 24;
const LINK = 'node_modules/.bin/node';
const pinned = `node-${platform}-${arch}/bin/node`;

if (!existsSync('node_modules')) {
  stderr.write('The packages of this project are not installed. Run npm ci first.\n');
  exit(1);
}
if (Number.parseInt(version.slice(1), 10) < NEEDED) {
  const installed = `node_modules/${pinned}`;
  if (existsSync(installed) && realpathSync(installed) !== execPath) {
    if (!existsSync(LINK)) symlinkSync(`../${pinned}`, LINK);
    const { status } = spawnSync(LINK, [...execArgv, ...argv.slice(1)], { stdio: 'inherit' });
    exit(status ?? 1);
  }
  stderr.write(
    `These scripts need Node ${NEEDED} or newer and you are running ${version}. No pinned Node was installed for ${platform}-${arch} (optional packages may be switched off). Install Node 26 and try again.\n`,
  );
  exit(1);
}
