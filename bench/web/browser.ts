import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts'

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

export interface OpenBrowser {
  context: BrowserContext
  port: number
  close: () => Promise<void>
}

/** A browser whose tabs share their storage, and that Lighthouse can control. */
export async function openBrowser(): Promise<OpenBrowser> {
  const { executablePath, env } = await findChromium()
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-bench-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  })
  const close = async (): Promise<void> => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { context, port, close }
}
