import { readFileSync } from 'node:fs'
import { z } from 'zod'

const packageUrl = new URL('../../../package.json', import.meta.url)

/** The product's version, from package.json. */
export const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageUrl, 'utf8'))).version
