import { createServer } from 'vite'
import { root } from './paths.mjs'

// Arguments: the port to listen on, and the port of the server that answers everything but the pages.
const [webPort, serverPort] = process.argv.slice(2)

// Under the name that the browser has used: the server has to know it.
const proxied = { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false }
const web = await createServer({
  configFile: `${root}/vite.config.ts`,
  server: {
    port: Number(webPort),
    strictPort: true,
    proxy: { '/api': proxied, '/healthz': proxied, '/readyz': proxied },
  },
})
await web.listen()
