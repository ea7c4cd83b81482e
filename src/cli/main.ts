import { createPipeline } from '../server/features/summaries/pipeline.ts'
import { readPipelineConfig } from '../server/platform/config.ts'
import { workingFolder } from '../server/platform/working-folder.ts'
import { runCommand } from './program.ts'
import { INTERRUPTED, widthOf } from './terminal.ts'

const givingUp = new AbortController()
/** The first signal lets the command clean up; a second one ends it immediately. */
const giveUp = (): void => {
  if (givingUp.signal.aborted) process.exit(INTERRUPTED)
  givingUp.abort()
}
process.on('SIGINT', giveUp)
process.on('SIGTERM', giveUp)

// A reader that stops early (`precis … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

/** Overwrites the progress line. */
const startOfLine = process.stderr.isTTY ? '\r\u001B[K' : ''
const tell = (message: string): void => void process.stderr.write(`${startOfLine}precis: ${message}\n`)
const log = { warn: (_: object, message: string) => tell(message) }

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    outputIsScreen: process.stdout.isTTY,
    errorsAreScreen: process.stderr.isTTY,
    columns: widthOf([process.stdout.columns, process.stderr.columns]),
    folder: workingFolder(),
  },
  openPipeline: () => createPipeline(readPipelineConfig(), log),
  // Loaded where it is needed only: it is most of a server.
  openOperator: async () => (await import('./operator/open-operator.ts')).openOwnOperator(tell),
  signal: givingUp.signal,
})
