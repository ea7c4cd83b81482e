import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..', '..')

/** A browser to start: its executable and its environment. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

/** No sandbox (containers rarely allow it), and no background requests. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Unpacks to a temporary name and renames at the end, so that an incomplete browser never starts. */
async function unpack(packed: string, folder: string): Promise<void> {
  const parent = path.dirname(folder)
  await mkdir(parent, { recursive: true })
  const next = await mkdtemp(path.join(parent, 'next-'))
  try {
    await run(process.execPath, [path.join(import.meta.dirname, 'unpack-chromium.mjs'), packed], {
      env: { ...process.env, TMPDIR: next },
    })
    await Promise.all([next, path.join(next, 'chromium')].map((each) => chmod(each, 0o755)))
    await rename(next, folder)
  } catch (error) {
    await rm(next, { recursive: true, force: true })
    // Another test file may have finished first.
    if (!existsSync(folder)) throw error
  }
}

/**
 * Writes a Fontconfig file for systems without fonts, with the packaged ones. The package's own settings name a folder
 * that exists only if it is unpacked to the system's temporary folder.
 */
async function writeFontSettings(folder: string): Promise<string> {
  const file = path.join(folder, 'precis.conf')
  const settings = `<dir>${path.join(folder, 'fonts')}</dir><cachedir>${path.join(folder, 'cache')}</cachedir>`
  await writeFile(file, `<?xml version="1.0"?>\n<fontconfig>${settings}</fontconfig>\n`)
  return file
}

/** The Chromium from npm, with the few libraries and fonts a bare system lacks. Linux on x64 only. */
async function packagedChromium(): Promise<Chromium> {
  const build = path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  const manifest = await readFile(path.join(build, '..', 'package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
  const folder = path.join(root, '.cache', 'chromium', version)
  if (!existsSync(folder)) await unpack(path.join(build, '..', 'bin'), folder)
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env: Record<string, string> = { LD_LIBRARY_PATH: libraries }
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = await writeFontSettings(path.join(folder, 'fonts'))
  return { executablePath: path.join(folder, 'chromium'), env }
}

/**
 * Finds the browser for the tests: CHROMIUM_PATH, otherwise the one from npm, otherwise, on platforms without one, a
 * system's own.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen !== undefined && chosen !== '') return { executablePath: chosen, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium()
  const found = systemPaths.find((candidate) => existsSync(candidate))
  if (found === undefined) throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its program.')
  return { executablePath: found, env: {} }
}
