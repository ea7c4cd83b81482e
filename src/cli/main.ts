import { withLocalModel } from '../pipeline/local-models.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import { readPipelineConfig } from '../server/platform/config/config.ts'
import { workingFolder } from '../server/platform/process.ts'
import { runCommand } from './program.ts'
import { INTERRUPTED, widthOf } from './terminal.ts'

const interruption = new AbortController()
/** The first signal lets the command clean up; a second one ends it immediately. */
const interrupt = (): void => {
  if (interruption.signal.aborted) process.exit(INTERRUPTED)
  interruption.abort()
}
process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)

// A reader that stops early (`precis … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

/** Overwrites the progress line. */
const startOfLine = process.stderr.isTTY ? '\r\u001B[K' : ''
const warn = (message: string): void => void process.stderr.write(`${startOfLine}precis: ${message}\n`)
const log = { warn: (_: object, message: string) => warn(message), info: () => {} }

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
  openPipeline: async () => createPipeline(await withLocalModel(readPipelineConfig(), log), log),
  // Imported on use: it loads most of the server.
  openOperator: async () => (await import('./operator/open-operator.ts')).openOperator(warn),
  signal: interruption.signal,
})
