import { createPipeline } from '../server/pipeline.ts'
import { readPipelineConfig } from '../server/platform/config.ts'
import { workingFolder } from '../server/platform/working-folder.ts'
import { runCommand } from './program.ts'
import { widthOf } from './terminal.ts'

const givingUp = new AbortController()
process.once('SIGINT', () => givingUp.abort())
process.once('SIGTERM', () => givingUp.abort())

// Whoever reads the output may stop early (`precis … | head`); that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

/** Over the line that tells how far the work is. */
const startOfLine = process.stderr.isTTY ? '\r\u001B[K' : ''
const log = { warn: (_: object, message: string) => void process.stderr.write(`${startOfLine}precis: ${message}\n`) }

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
  signal: givingUp.signal,
})
