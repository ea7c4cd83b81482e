/**
 * The folder that a person stands in. npm runs scripts in the folder of the package and says in INIT_CWD where it was
 * called from (https://docs.npmjs.com/cli/commands/npm-run).
 *
 * @param source the environment; the process's own when left out
 */
export function workingFolder(source: Record<string, string | undefined> = process.env): string {
  return source.INIT_CWD ?? process.cwd()
}
