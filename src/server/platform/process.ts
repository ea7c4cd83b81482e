import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { z } from 'zod'

/** Variables that programs need to start; the secrets of the server are not among them. */
const names = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const

/** Environment for programs that the server starts, in the C locale. */
export function childEnvironment(): Record<string, string> {
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

/**
 * The directory in which a command was typed: npm runs scripts in the package's directory and sets INIT_CWD to the
 * caller's (https://docs.npmjs.com/cli/commands/npm-run).
 */
export function workingFolder(source: Record<string, string | undefined> = process.env): string {
  return source.INIT_CWD ?? process.cwd()
}

const packageUrl = new URL('../../../package.json', import.meta.url)

/** The product's version, from package.json. */
export const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageUrl, 'utf8'))).version

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
