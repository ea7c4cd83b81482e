import { formatBytes, formatCount } from '../shared/format.ts'
import type { Progress } from '../shared/summary.ts'
import type { Terminal } from './terminal.ts'

function describe({ stage, done, total, bytes, words }: Progress): string {
  switch (stage) {
    case 'queued':
      return 'Waiting…'
    case 'fetching':
      return bytes === undefined || bytes === 0 ? 'Fetching…' : `Fetching… ${formatBytes(bytes)}`
    case 'reading':
      return words === undefined ? 'Reading…' : `Reading… ${formatCount(words)} words`
    case 'summarizing':
      return `Summarizing… ${done} of ${total} ${total === 1 ? 'section' : 'sections'}`
    case 'checking':
      return total > 1 ? `Checking… ${done} of ${total}` : 'Checking…'
  }
}

/** One line that is overwritten as the work goes on; shown to people only, never to pipes and files. */
export class ProgressLine {
  readonly #terminal: Terminal

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  show(progress: Progress): void {
    this.#put(describe(progress))
  }

  clear(): void {
    this.#put('')
  }

  #put(line: string): void {
    // Carriage return, then erase to the end of the line (ECMA-48, EL).
    if (this.#terminal.errorsAreScreen) this.#terminal.errors.write(`\r${line}\u001B[K`)
  }
}
