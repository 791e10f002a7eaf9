import { type ChildProcess, execFile } from 'node:child_process';
import { problemsOfTypes } from './problem.ts';

const COMPILER = ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false'];

let running: ChildProcess | undefined;
process.on('exit', () => running?.kill());

/** Checks the types. A check that is under way is given up, and tells nothing. */
export function checkTypes(tell: (problems: string[]) => void): void {
  running?.kill();
  running = execFile(process.execPath, COMPILER, (error, output) => {
    if (!error?.signal) tell(problemsOfTypes(output));
  });
}
