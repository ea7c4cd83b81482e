import { readFileSync } from 'node:fs'
import { z } from 'zod'

const packageUrl = new URL('../../../package.json', import.meta.url)

/** The version of the product, as its package says. */
export const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageUrl, 'utf8'))).version
