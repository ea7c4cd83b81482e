import { userInfo } from 'node:os'

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In containers, the user id may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Name of the system account that runs a command, or of the one that called sudo. */
export function operatorName(source: Record<string, string | undefined> = process.env): string {
  return source['SUDO_USER'] || accountName()
}
