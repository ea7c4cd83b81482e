/**
 * Something the person at the terminal has to know or do. Printed without a stack.
 */
export class Trouble extends Error {}

/** One line for the person at the terminal. Standard output belongs to the command that is being run. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}
