import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './config-checks.ts'

/** Settings of the stand-in for Stripe, as in `Config`. */
const connectionSchema = z.object({
  secretKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  apiUrl: z.string().refine(isLoopback),
})
type StandinConnection = z.infer<typeof connectionSchema>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Connection to the stand-in for Stripe that `npm start` or `npm run dev` last ran for this data folder, so that commands
 * use the same customers. scripts/standins.mjs writes the file.
 *
 * @returns null without a stand-in, or if its file is damaged
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
