import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiServer = 'http://localhost:3000'

/** Builds the web app into dist/web; in development, calls go through to the server. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Modules run in the order they are imported in, across chunks: the settings of src/web/lib/zod-setup.ts come first.
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer } },
})
