import { request as httpRequest } from 'node:http'
import { AppError } from '../../shared/errors.ts'
import type { ActionRun } from './action.ts'
import { readControlAddress } from './control-address.ts'
import { actionPath, controlAnswerSchema } from './control-protocol.ts'

/** Nobody listens. */
export const nobody = Symbol('nobody')

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** What connecting says where no server is: it never was, was stopped, or was killed and left its socket behind. */
const absences: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])
const refusals: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

const notOurs = (dataDir: string, cause: unknown): AppError =>
  new AppError(
    'unavailable',
    `The data folder ${dataDir} belongs to somebody else. Run the command as the user that the server runs as.`,
    { cause },
  )

interface Question {
  socketPath: string
  name: string
  body: string
  signal: AbortSignal
}

/** One request over the socket; `nobody` where no connection comes about. */
async function post({ socketPath, name, body, signal }: Question): Promise<string | typeof nobody> {
  return new Promise((resolve, reject) => {
    let connected = false
    const request = httpRequest({ socketPath, method: 'POST', path: `${actionPath}${name}`, signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    })
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        connected = true
      })
    })
    request.once('error', (error) => {
      if (!connected && absences.has(codeOf(error))) resolve(nobody)
      else reject(error)
    })
    request.end(body)
  })
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Asks the server that has the data folder open to do something.
 *
 * @returns what the action answers, or `nobody` where no server runs
 * @throws AppError as the action does; `unavailable` when the server is somebody else's, or went away in between
 */
export async function askServer(
  dataDir: string,
  name: string,
  input: unknown,
  { operator, signal }: ActionRun,
): Promise<unknown> {
  let text: string | typeof nobody
  try {
    const socketPath = readControlAddress(dataDir)
    if (socketPath === null) return nobody
    text = await post({ socketPath, name, body: JSON.stringify({ operator, input }), signal })
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'Given up.', { cause: error })
    if (refusals.has(codeOf(error))) throw notOurs(dataDir, error)
    throw new AppError(
      'unavailable',
      'The server went away before it answered. Look whether it was done before you try again.',
      { cause: error },
    )
  }
  if (text === nobody) return nobody
  const answer = controlAnswerSchema.safeParse(parseAnswer(text))
  if (!answer.success) throw new AppError('internal', 'The server that runs answered something unexpected.')
  if ('error' in answer.data) throw new AppError(answer.data.error.code, answer.data.error.message)
  return answer.data.output
}
