import { userInfo } from 'node:os'

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // Containers may run under a number that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Who types a command: the name of the account of the machine, or of the one that sudo was called from.
 *
 * @param source the environment; the process's own when left out
 */
export function operatorName(source: Record<string, string | undefined> = process.env): string {
  return source['SUDO_USER'] || accountName()
}
