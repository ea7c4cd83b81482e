import { join } from 'node:path'
import { start } from './child.mjs'
import { pinnedNode, root } from './paths.mjs'
import { say } from './report.mjs'
import { startServer } from './server.mjs'
import { startStandins } from './standins.mjs'

const WEB_PORT = 5173

/**
 * Server and web app for development: the server restarts and the browser refreshes when a file changes. When one of
 * the two ends, so does the other.
 */
export async function runDev() {
  const serverPort = process.env.PORT || '3000'
  const address = `http://localhost:${WEB_PORT}`
  say(`Web app on ${address}, server on port ${serverPort}.`)
  const web = start(pinnedNode, [join(root, 'scripts', 'dev-web.mjs'), String(WEB_PORT), serverPort])
  const appUrl = process.env.APP_URL || address
  const standins = await startStandins({ appUrl, port: serverPort })
  // Links that the server writes must lead to the web app, which is the one a person has open.
  const server = startServer(['--watch', '--watch-preserve-output'], {
    ...standins.env,
    APP_URL: appUrl,
  })
  const webEnded = web.ended.finally(() => server.process.kill('SIGTERM'))
  const serverEnded = server.ended.finally(() => {
    web.process.kill('SIGTERM')
    standins.stop()
  })
  const codes = await Promise.all([webEnded, serverEnded])
  return codes.find((code) => code !== 0) ?? 0
}
