import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { LanguageData } from './language-data.ts'

/** Pages after which a worker's memory, which only grows, is given back. */
const MAX_PAGES_OF_WORKER = 50

const IDLE_MS = 30_000

/** Minimum letters on a page for the detection of its script. */
const MIN_LETTERS_OF_SCRIPT = '10'

/** One Tesseract, which recognizes one picture at a time. */
export interface Slot {
  worker: Worker
  language: string
  pages: number
}

const quiet = { cacheMethod: 'none', errorHandler: () => {}, logger: () => {} }
const silent = { debug_file: '/dev/null' }

/** The workers of Tesseract.js. They start with the first page and end when they are idle. */
export class TesseractWorkers {
  readonly #data: LanguageData
  readonly #max: number
  readonly #free: Slot[] = []
  #detector: Promise<Worker> | null = null
  #taken = 0
  #closed = false
  #idle: NodeJS.Timeout | undefined

  /** @param max workers that recognize, besides the one that detects script and direction */
  constructor(data: LanguageData, max: number) {
    this.#data = data
    this.#max = max
  }

  /** The worker that detects the script and direction of pages. */
  detector(): Promise<Worker> {
    this.#detector ??= this.#openDetector()
    return this.#detector
  }

  async #openDetector(): Promise<Worker> {
    const options = { ...quiet, ...(await this.#data.filesOf('osd')), legacyCore: true, legacyLang: true }
    const worker = await createWorker('osd', OEM.TESSERACT_ONLY, options)
    await worker.setParameters({ ...silent, min_characters_to_try: MIN_LETTERS_OF_SCRIPT })
    return worker
  }

  /** A worker for a language, to be given back. */
  async take(language: string): Promise<Slot> {
    clearTimeout(this.#idle)
    this.#taken += 1
    const at = this.#free.findIndex((slot) => slot.language === language)
    const [found] = at === -1 ? [] : this.#free.splice(at, 1)
    if (found !== undefined) return found
    if (this.#free.length + this.#taken > this.#max) await this.#free.shift()?.worker.terminate()
    const worker = await createWorker(language, OEM.LSTM_ONLY, { ...quiet, ...(await this.#data.filesOf(language)) })
    await worker.setParameters({ ...silent, tessedit_pageseg_mode: PSM.AUTO })
    return { worker, language, pages: 0 }
  }

  /** @param isBroken whether the worker is stuck and has to end */
  async giveBack(slot: Slot, isBroken: boolean): Promise<void> {
    this.#taken -= 1
    slot.pages += 1
    if (isBroken || this.#closed || slot.pages >= MAX_PAGES_OF_WORKER) await slot.worker.terminate()
    else this.#free.push(slot)
    if (this.#taken === 0) this.#idle = setTimeout(() => void this.#release(), IDLE_MS).unref()
  }

  async #release(): Promise<void> {
    const detector = this.#detector
    this.#detector = null
    const free = this.#free.splice(0).map(async ({ worker }) => worker.terminate())
    await Promise.all([...free, detector?.then(async (worker) => worker.terminate())])
  }

  /** Ends all workers; those at work end with their page. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    await this.#release()
  }
}
