// Prints what CHANGELOG.md says about a release: node build/release-notes.js v1.1.0
// Runs on any Node and without node_modules, because it is all that the release workflow needs of them.
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## (?!\[Unreleased\])/m);
const [heading = '', ...notes] = newest.split('\n');

/** Returns what keeps this release from having notes; null when nothing does. */
function findIssue() {
  if (tag !== `v${version}`)
    return `The tag is ${tag || 'missing'}, but package.json has version ${version}.`;
  if (!heading.startsWith(`[${version}] - `))
    return `The tag is ${tag}, but the newest version in CHANGELOG.md is ${heading || 'missing'}.`;
  return notes.join('').trim() === '' ? `CHANGELOG.md says nothing about ${version}.` : null;
}

const issue = findIssue();
// A release is not shown in the folder of the files that its notes link to.
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const sources = server && repository ? `${server}/${repository}/blob/${tag}/` : '';
const text = notes.join('\n').replace(/\]\((?!https?:)/g, `](${sources}`);
if (issue === null) process.stdout.write(`${text.trim()}\n`);
else {
  process.stderr.write(`${issue}\n`);
  process.exitCode = 1;
}
