// Prints what CHANGELOG.md says about a release: node build/release-notes.js v1.1.0
// Runs on any Node and without node_modules, because it is all that the release workflow needs of them.
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const [heading = '', ...notes] = newest.split('\n');

const fault =
  tag !== `v${version}`
    ? `The tag is ${tag || 'missing'}, but package.json has version ${version}.`
    : !heading.startsWith(`${version}, `)
      ? `The tag is ${tag}, but CHANGELOG.md begins with ${heading || 'no version'}.`
      : notes.join('').trim() === ''
        ? `CHANGELOG.md says nothing about ${version}.`
        : null;
if (fault === null) process.stdout.write(`${notes.join('\n').trim()}\n`);
else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
