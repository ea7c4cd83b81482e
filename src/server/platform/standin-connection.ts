import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './config-checks.ts'

/** How to reach the stand-in for Stripe, in the words of `Config`. */
const connectionSchema = z.object({
  secretKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  apiUrl: z.string().refine(isLoopback),
})
export type StandinConnection = z.infer<typeof connectionSchema>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The stand-in for Stripe that `npm start` or `npm run dev` runs on this data folder, or ran last: commands given beside
 * it are about the same customers. The start script writes the file (scripts/standins.mjs).
 *
 * @returns null where there has been none, or its file is damaged
 */
export function standinConnection(dataDir: string): StandinConnection | null {
  let text: string
  try {
    text = readFileSync(join(dataDir, 'standins', 'stripe-connection.json'), 'utf8')
  } catch {
    return null
  }
  return connectionSchema.safeParse(parse(text)).data ?? null
}
