import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = path.join(import.meta.dirname, '..', 'node_modules', 'lighthouse', 'cli', 'index.js')

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export const devices = ['mobile', 'desktop'] as const

/** Lighthouse report of a page. */
export interface Report {
  /** From 0 to 100. */
  scores: Record<(typeof categories)[number], number>
  /** Imperfect audits by id: score from 0 to 1, and message. */
  lacking: { id: string; score: number; says: string }[]
}

interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

/**
 * Lets Lighthouse load a page in a running browser.
 * @param port of the browser's debugging protocol; its storage, such as cookies, is kept
 * @param file path of the full report, as JSON
 */
export async function audit(
  url: string,
  { port, device, file }: { port: number; device: (typeof devices)[number]; file: string },
): Promise<Report> {
  const args = [`--port=${port}`, '--disable-storage-reset', '--quiet', '--output=json', `--output-path=${file}`]
  if (device === 'desktop') args.push('--preset=desktop')
  await run(process.execPath, [program, url, ...args, `--only-categories=${categories.join(',')}`])
  const result = JSON.parse(await readFile(file, 'utf8')) as Result
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]),
  ) as Report['scores']
  const counted = new Set(
    Object.values(result.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  )
  const lacking = Object.entries(result.audits)
    .filter(([id, { score }]) => counted.has(id) && score !== null && score < 0.9)
    .map(([id, { score, title, displayValue }]) => ({ id, score: score ?? 0, says: displayValue ?? title }))
  return { scores, lacking }
}
