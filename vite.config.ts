import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

const compressors = [
  [
    '.br',
    async (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ],
  ['.gz', async (bytes: Uint8Array) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
] as const

/** Compresses scripts and styles once and well, rather than at each request. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
    await Promise.all(
      texts.flatMap((file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        return compressors.map(async ([suffix, compress]) =>
          writeFile(path.join(dir, `${file.fileName}${suffix}`), await compress(bytes)),
        )
      }),
    )
  },
}

/** Where a chunk that screens share would be named after all of them: by its content alone. */
const chunkName = ({ name }: { name: string }): string =>
  name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'

/**
 * What every first screen needs comes in two files, libraries and our own, and what several screens share in a few: each
 * file is a request, and most of them would be smaller than what is said around them.
 */
const codeSplitting = {
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2 },
    { name: 'base', tags: ['$initial' as const], priority: 1 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
  ],
}

/** Builds the web app into dist/web; in development, calls go through to the server. */
export default defineConfig({
  plugins: [react(), tailwindcss(), fillContent, compressAssets],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Modules run in the order they are imported in, across chunks: the settings of src/web/lib/zod-setup.ts come first.
    rolldownOptions: { output: { strictExecutionOrder: true, codeSplitting, chunkFileNames: chunkName } },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer } },
})
