import { createPipeline } from '../../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import { packDocument } from '../../src/threads/packed-document.ts'
import { type CallCounts, countCalls, criticalPathMs } from './critical-path.ts'
import { type MeasuredProduct, openMeasuredProduct } from './measured-product.ts'
import { type ModelProcess, startModelProcess } from './model-log.ts'
import { type MadeBook, makeBook } from './synthetic-book.ts'

const LATENCY_MS = 1000
const CONTEXT_TOKENS = 128_000
/** A chapter of this many words is one section. */
const CHAPTER_WORDS = 3800

interface Row {
  name: string
  chapters: number
  advanced: boolean
  rounds: number
  /** Target of the wall time, in critical paths. */
  goal: number
}

const rows: readonly Row[] = [
  { name: 'one call', chapters: 1, advanced: false, rounds: 5, goal: 1.05 },
  { name: 'one call, advanced', chapters: 1, advanced: true, rounds: 5, goal: 1.05 },
  { name: 'book of 40 sections', chapters: 40, advanced: false, rounds: 2, goal: 1.1 },
  { name: 'book of 40 sections, advanced', chapters: 40, advanced: true, rounds: 2, goal: 1.1 },
]

/** The fastest round of a task, and the critical path of its calls. */
interface Measured {
  calls: string
  pathMs: number
  wallMs: number
  /** Average time of a call at the model: more than its latency on a busy machine. */
  modelMs: number
  /** CPU time of this process, all threads. */
  workMs: number
}

/** Number of calls by purpose. */
const describeCalls = (counts: CallCounts): string =>
  Object.entries(counts)
    .flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]))
    .join(', ')

/** Measures a task several times, since other load can only slow it down. */
async function measure(
  model: ModelProcess,
  { sections, parallel, rounds }: { sections: number; parallel: number; rounds: number },
  prepare: () => Promise<() => Promise<void>>,
): Promise<Measured> {
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    const work = await prepare()
    await model.takeCalls()
    const start = performance.now()
    const cpu = process.cpuUsage()
    await work()
    const wallMs = performance.now() - start
    const { user, system } = process.cpuUsage(cpu)
    const calls = await model.takeCalls()
    const counts = countCalls(calls)
    if (counts.section !== sections) throw new Error(`Read in ${counts.section} sections instead of ${sections}.`)
    const pathMs = criticalPathMs(counts, LATENCY_MS, parallel)
    const modelMs = calls.reduce((sum, { tookMs }) => sum + tookMs, 0) / calls.length
    measured.push({ calls: describeCalls(counts), pathMs, wallMs, modelMs, workMs: (user + system) / 1000 })
  }
  const [fastest] = measured.toSorted((one, other) => one.wallMs - other.wallMs)
  if (fastest === undefined) throw new Error('Nothing was measured.')
  return fastest
}

/** Two measurements: the summarizer alone, and the whole product, from the request on. */
async function measureRow(
  { chapters, advanced, rounds }: Row,
  { model, product, env }: { model: ModelProcess; product: MeasuredProduct; env: Readonly<Record<string, string>> },
  nextBook: (chapters: number) => MadeBook,
): Promise<{ alone: Measured; whole: Measured }> {
  const config = readPipelineConfig(env)
  const { summarizer, close } = createPipeline(config)
  const how = { sections: chapters === 1 ? 0 : chapters, parallel: config.ai.parallelCalls, rounds }
  const signal = new AbortController().signal
  const alone = await measure(model, how, async () => {
    const document = packDocument(nextBook(chapters).document)
    return async () => {
      for await (const event of summarizer.summarize(document, { advanced, signal })) if (event.type === 'done') return
    }
  })
  await close()
  await product.setAdvanced(advanced)
  const whole = await measure(model, how, async () => {
    const { text, epub } = nextBook(chapters)
    const source = chapters === 1 ? { content: text } : { fileUrl: await product.upload(epub) }
    return async () => product.summarize(source)
  })
  return { alone, whole }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

function print(
  rowName: string,
  goal: number,
  where: string,
  { calls, pathMs, wallMs, modelMs, workMs }: Measured,
): void {
  const ratio = wallMs / pathMs
  const verdict = ratio <= goal ? 'reached' : 'NOT REACHED'
  console.log(
    `${rowName.padEnd(31)}${where.padEnd(13)}${calls.padEnd(24)}${seconds(workMs).padStart(9)}${seconds(modelMs).padStart(9)}${seconds(pathMs).padStart(9)}${seconds(wallMs).padStart(9)}${ratio.toFixed(3).padStart(8)}  target ${goal} ${verdict}`,
  )
}

/**
 * Prints the time of summaries by a language model as a multiple of the minimum time of their calls: see
 * `criticalPathMs`. The model is a stand-in in a separate process that takes a second per answer. The product answers
 * POST /api/summaries on the bundled database: for a pasted text with one call, and for an uploaded EPUB with more.
 */
export async function measureTime(): Promise<void> {
  const model = await startModelProcess(LATENCY_MS)
  const env = {
    AI_MODELS: 'local:standin',
    LOCAL_AI_URL: `${model.origin}/v1`,
    AI_CONTEXT_TOKENS: String(CONTEXT_TOKENS),
  }
  const product = await openMeasuredProduct(env)
  let books = 0
  const nextBook = (chapters: number): MadeBook => makeBook(chapters, CHAPTER_WORDS, (books += 1))
  try {
    // Warm-up: the first summary of a process loads and compiles code.
    await product.summarize({ content: nextBook(1).text })
    const head = `${'Time against the limit'.padEnd(44)}${'calls'.padEnd(24)}${'work s'.padStart(9)}${'a call s'.padStart(9)}${'path s'.padStart(9)}${'wall s'.padStart(9)}${'ratio'.padStart(8)}`
    console.log(`\n${head}`)
    for (const row of rows) {
      const { alone, whole } = await measureRow(row, { model, product, env }, nextBook)
      print(row.name, row.goal, 'summarizer', alone)
      print('', row.goal, 'product', whole)
    }
  } finally {
    await product.close()
    await model.stop()
  }
}
