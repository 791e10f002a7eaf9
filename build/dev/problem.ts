import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Message } from 'esbuild';

/**
 * A fault in the sources as the terminal and the browser show it.
 * @param line and `column` from 1
 */
function problem(message: string, file: string, line: number, column: number): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const text = lines[line - 1] ?? '';
  const caret = `${text.slice(0, column - 1).replace(/\S/g, ' ')}^`;
  return `${message}\n${file}:${line}:${column}\n${text}\n${caret}`;
}

export function problemsOfBuild(messages: Message[]): string[] {
  return messages.map(({ text, location }) =>
    location ? problem(text, location.file, location.line, location.column + 1) : text,
  );
}

/** @param output of `tsc --pretty false` */
function problemsOfTypes(output: string): string[] {
  const errors = output.matchAll(/^(\S.*?)\((\d+),(\d+)\): error (.+(?:\n .+)*)/gm);
  return [...errors].map(([, file = '', line, column, message = '']) =>
    problem(message, file, Number(line), Number(column)),
  );
}

/** The place is the first one in the project's own sources. */
export function problemOfStack(stack: string): string {
  const message = stack.split(/\n\s+at /)[0] ?? stack;
  for (const [, path = '', line, column] of stack.matchAll(/([^\s()]+):(\d+):(\d+)\)?$/gm)) {
    const file = relative('.', path.replace('file://', ''));
    if (/^(?:server|shared|client)\//.test(file))
      return problem(message, file, Number(line), Number(column));
  }
  return message;
}

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
