/**
 * The directory in which a command was typed: npm runs scripts in the package's directory and sets INIT_CWD to the
 * caller's (https://docs.npmjs.com/cli/commands/npm-run).
 */
export function workingFolder(source: Record<string, string | undefined> = process.env): string {
  return source.INIT_CWD ?? process.cwd()
}
