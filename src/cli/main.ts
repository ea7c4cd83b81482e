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
  openPipeline: () => createPipeline(readPipelineConfig()),
  signal: givingUp.signal,
})
