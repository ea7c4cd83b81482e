import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { content } from './src/shared/content.ts'

const apiServer = 'http://localhost:3000'

/**
 * Puts the product's name into the page, so that it stands in the content file alone. What else the head says goes by
 * the page: the server puts it where the mark stands.
 */
const fillContent: Plugin = {
  name: 'fill-content',
  transformIndexHtml: (html) => html.replaceAll('%NAME%', content.productName),
}

/** Builds the web app into dist/web; in development, calls go through to the server. */
export default defineConfig({
  plugins: [react(), tailwindcss(), fillContent],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Modules run in the order they are imported in, across chunks: the settings of src/web/lib/zod-setup.ts come first.
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer } },
})
