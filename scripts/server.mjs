import { join } from 'node:path'
import { start } from './child.mjs'
import { pinnedNode, preloads, root } from './paths.mjs'

const POLL_MS = 200

/**
 * npm that is killed outright cannot tell this process to stop, so its disappearance is watched for. Started without
 * npm, a parent may well go away (nohup, a closed terminal) without meaning anything by it.
 */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, POLL_MS).unref()
}

/**
 * Starts the server.
 *
 * @param {string[]} nodeArgs options of Node itself
 * @param {Record<string, string>} env added to the environment
 * @returns {ReturnType<typeof start>}
 */
export function startServer(nodeArgs = [], env = {}) {
  const server = start(pinnedNode, [...preloads, ...nodeArgs, join(root, 'src', 'server', 'main.ts')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  stopWithNpm(server.process)
  return server
}
