import { join } from 'node:path'
import { ensureWebBuilt } from './build.mjs'
import { root, say, startNode, tool } from './process.mjs'
import { preloads, startStandins } from './standins.mjs'

const WEB_URL = 'http://localhost:5173'

async function startServer({ nodeArgs = [], port, appUrl, env = {} }) {
  const standins = await startStandins({ appUrl, port })
  const server = startNode([...preloads, ...nodeArgs, join(root, 'src', 'server', 'main.ts')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...standins.env, ...env },
  })
  return { process: server.process, ended: server.ended.finally(standins.stop) }
}

/** Builds the web app where it has changed, and serves the product until a signal stops it. */
export async function runStart() {
  await ensureWebBuilt()
  const port = process.env.PORT || '3000'
  const server = await startServer({ port, appUrl: process.env.APP_URL || `http://localhost:${port}` })
  return server.ended
}

/** Runs the server and Vite, which restart and refresh on changes. Each stops with the other. */
export async function runDev() {
  const port = process.env.PORT || '3000'
  say(`Web app at ${WEB_URL}, server on port ${port}.`)
  const web = startNode([tool('vite', 'bin', 'vite.js')], { stdio: ['ignore', 'inherit', 'inherit'] })
  // Links that the server writes lead to the web app that the developer has open.
  const appUrl = process.env.APP_URL || WEB_URL
  const nodeArgs = ['--watch', '--watch-preserve-output']
  const server = await startServer({ nodeArgs, port, appUrl, env: { APP_URL: appUrl } })
  const codes = await Promise.all([
    web.ended.finally(() => server.process.kill('SIGTERM')),
    server.ended.finally(() => web.process.kill('SIGTERM')),
  ])
  return codes.find((code) => code !== 0) ?? 0
}
