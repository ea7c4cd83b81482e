import { createServer } from 'vite'
import { root } from './paths.mjs'

// Arguments: the port to listen on, and the port of the server that answers everything but the pages.
const [webPort, serverPort] = process.argv.slice(2)

const target = `http://127.0.0.1:${serverPort}`
const web = await createServer({
  configFile: `${root}/vite.config.ts`,
  server: { port: Number(webPort), strictPort: true, proxy: { '/api': target, '/healthz': target, '/readyz': target } },
})
await web.listen()
