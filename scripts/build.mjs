import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, root, runNode, say, tool } from './process.mjs'

const output = join(root, 'dist', 'web')
const page = join(output, 'index.html')
const inputs = ['src/web', 'src/shared', 'public', 'index.html', 'public.html', 'vite.config.ts', 'package-lock.json']

/** Time of the last change of a file, or of anything in a folder: removing a file changes its folder. */
function modifiedMs(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => modifiedMs(join(path, name))))
}

const isBuilt = () =>
  existsSync(page) && statSync(page).mtimeMs > Math.max(...inputs.map((path) => modifiedMs(join(root, path))))

/** Builds the web app into dist/web, unless that is newer than everything it is made from. */
export async function ensureWebBuilt() {
  if (isBuilt()) return
  say('Building the web app…')
  const started = new Date()
  // Built elsewhere and then moved, so that a server never serves half a build, and two builds don't mix.
  const next = `${output}.${process.pid}`
  mkdirSync(next, { recursive: true })
  try {
    const runs = [
      ['--outDir', next],
      // The server renders the static pages with it.
      ['--ssr', 'src/web/prerender.tsx', '--outDir', join(next, 'renderer')],
    ]
    for (const args of runs) {
      const code = await runNode(
        [tool('vite', 'bin', 'vite.js'), 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'],
        {
          stdio: ['ignore', process.stderr, process.stderr],
          env: { NODE_ENV: 'production' },
        },
      )
      if (code !== 0) throw new CliError('Building the web app failed; see the message above.')
    }
    // A change during the build makes the next start build again.
    utimesSync(join(next, 'index.html'), started, started)
    rmSync(output, { recursive: true, force: true })
    renameSync(next, output)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}
