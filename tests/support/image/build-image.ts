import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { contextFiles } from './build-context.ts'
import { parseDockerfile, type Stage, type Step } from './dockerfile.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

/** An image in a folder: its root, and its last stage. */
export interface BuiltImage {
  /** Root of its file system. */
  folder: string
  stage: Stage
  remove: () => Promise<void>
}

interface Builder {
  stages: Map<string, string>
  context: string[]
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
})

/**
 * Does the work of `npm ci` without the network: every test run begins with an install from the same lockfile, which
 * marks development dependencies.
 */
async function install(folder: string, isProduction: boolean): Promise<void> {
  const installed = path.join(root, 'node_modules')
  if (!isProduction) return symlink(installed, path.join(folder, 'node_modules'))
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')))
  const left = new Set(
    Object.entries(packages).flatMap(([name, entry]) => (entry.dev === true ? [path.join(root, name)] : [])),
  )
  await cp(installed, path.join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !left.has(source) && !/\/node_modules\/\.[^/]*$/.test(source),
  })
  await mkdir(path.join(folder, 'node_modules', '.bin'))
}

async function takeStep(step: Step, folder: string, workdir: string): Promise<void> {
  const [program = '', ...args] = step.args
  if (program === 'npm' && args[0] === 'ci') return install(workdir, args.includes('--omit=dev'))
  const own = args
    // Only root may change owners.
    .filter((arg) => userInfo().uid === 0 || !/^--(?:owner|group)=/.test(arg))
    .map((arg) => (path.isAbsolute(arg) ? path.join(folder, arg) : arg))
  await run(program, own, { cwd: workdir, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } })
}

/** Copies files and folders like COPY: the content of a folder, into a target that ends with a slash or is a folder. */
async function copyIn(step: Step, folder: string, workdir: string, { stages, context }: Builder): Promise<void> {
  const sources = step.args.slice(0, -1)
  const target = step.args.at(-1)!
  const to = path.resolve(workdir, path.isAbsolute(target) ? path.join(folder, target) : target)
  const from = step.flags['from']
  for (const source of sources) {
    if (from !== undefined) {
      await cp(path.join(stages.get(from)!, source), to, { recursive: true, verbatimSymlinks: true })
      continue
    }
    const files = context.filter((file) => file === source || file.startsWith(`${source}/`))
    if (files.length === 0) throw new Error(`COPY ${source}: nothing of it is in the context`)
    for (const file of files) {
      const place = file === source ? path.join(to, path.basename(file)) : path.join(to, path.relative(source, file))
      await mkdir(path.dirname(place), { recursive: true })
      await copyFile(path.join(root, file), place)
    }
  }
}

/** A base image, as far as the build needs one: it has Node. */
async function beginWith(from: string, folder: string, { stages }: Builder): Promise<void> {
  const base = stages.get(from)
  await mkdir(folder, { recursive: true })
  if (base !== undefined) return cp(base, folder, { recursive: true, verbatimSymlinks: true })
  const bin = path.join(folder, 'usr', 'local', 'bin')
  await mkdir(bin, { recursive: true })
  await copyFile(process.execPath, path.join(bin, 'node'))
  await mkdir(path.join(folder, 'tmp'))
  await chmod(path.join(folder, 'tmp'), 0o1777)
}

async function buildStage(stage: Stage, folder: string, builder: Builder): Promise<void> {
  await beginWith(stage.from, folder, builder)
  let workdir = path.join(folder, 'app')
  for (const step of stage.steps) {
    if (step.instruction === 'WORKDIR') {
      workdir = path.join(folder, step.args[0]!)
      await mkdir(workdir, { recursive: true })
    }
    if (step.instruction === 'RUN') await takeStep(step, folder, workdir)
    if (step.instruction === 'COPY') await copyIn(step, folder, workdir, builder)
  }
}

/**
 * Runs the steps of the Dockerfile in a folder, each stage with its own inputs only, and makes the app read-only. Needs
 * no container engine.
 */
export async function buildImage(): Promise<BuiltImage> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'precis-image-'))
  const remove = async (): Promise<void> => {
    await run('chmod', ['-R', 'u+w', scratch])
    await rm(scratch, { recursive: true, force: true })
  }
  try {
    await chmod(scratch, 0o755)
    const ignore = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    const builder: Builder = { stages: new Map(), context: contextFiles(root, ignore) }
    const stages = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
    for (const stage of stages) {
      const folder = path.join(scratch, stage.name === '' ? 'image' : stage.name)
      await buildStage(stage, folder, builder)
      builder.stages.set(stage.name, folder)
    }
    const folder = path.join(scratch, 'image')
    await run('chmod', ['-R', 'a-w', path.join(folder, 'app')])
    return { folder, stage: stages.at(-1)!, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
