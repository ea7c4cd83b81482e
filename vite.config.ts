import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'
import { content } from './src/shared/content.ts'
import type { PageName } from './src/shared/paths.ts'

/** Passes requests on with the host that the browser sent, which the server checks. */
const apiServer = { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false }

/** Puts the product's name into the pages. The server fills in the rest of the head, which differs by page. */
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
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
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

/** Modules of the screens that are loaded when they are shown. */
const screens: Readonly<Record<Exclude<PageName, 'home' | 'dashboard'>, string>> = {
  login: 'auth/login-page',
  register: 'auth/register-page',
  forgotPassword: 'auth/forgot-password-page',
  resetPassword: 'auth/reset-password-page',
  verifyEmail: 'auth/verify-email-page',
  summaries: 'summaries/list/summaries-page',
  summary: 'summaries/list/summaries-page',
  ask: 'library/ask-page',
  sharedSummary: 'summaries/share/shared-page',
  examples: 'summaries/examples/examples-page',
  exampleVideo: 'summaries/examples/example-page',
  exampleReport: 'summaries/examples/example-page',
  exampleBook: 'summaries/examples/example-page',
  capture: 'summaries/capture/capture-page',
  subscribe: 'pricing/pricing-page',
  manageSubscription: 'subscription/manage-page',
  account: 'account/account-page',
  privacyPolicy: 'legal/privacy-page',
  termsOfUse: 'legal/terms-page',
}

/** Modules that signed-in users may need next, on any screen. */
const memberModules = [
  'summaries/detail/summary-dialog',
  'uploads/upload-panel',
  'suggestions/suggestion-form',
  'summaries/redo/redo-form',
  'subscription/cancel-dialog',
  screens.summaries,
  screens.ask,
  screens.account,
  screens.manageSubscription,
  screens.subscribe,
]

/**
 * Lists the scripts of each screen in the page, which the server has browsers load together with the app's own, and
 * those that the app loads later for signed-in users (screens.ts).
 */
const listPreloads: Plugin = {
  name: 'list-preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: app }) => {
      if (bundle === undefined || app === undefined) return html.replace('%LATER%', '')
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      // Scripts may import each other.
      const filesOf = (chunk: typeof app): string[] => {
        const found = new Set([chunk])
        for (const { imports } of found) for (const file of chunks) if (imports.includes(file.fileName)) found.add(file)
        return Array.from(found, ({ fileName }) => fileName)
      }
      const loaded = new Set(filesOf(app))
      const filesFor = (modules: readonly string[]): string[] => {
        const files = modules.flatMap((module) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/web/features/${module}.tsx`))
          if (chunk === undefined) throw new Error(`The build has no script for ${module}.`)
          return filesOf(chunk)
        })
        return [...new Set(files).difference(loaded)]
      }
      const preloads = Object.entries(screens).map(([page, module]) => [page, filesFor([module])])
      const links = filesFor(memberModules).map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
      return html.replace('%PRELOADS%', JSON.stringify(Object.fromEntries(preloads))).replace('%LATER%', links.join(''))
    },
  },
}

/**
 * Makes the two fonts that every screen needs, which index.html preloads, "optional": if one arrives after the first paint,
 * it is used from the next page on, so that nothing moves.
 */
const optionalFonts: Plugin = {
  name: 'optional-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) =>
      css.replace(/@font-face\s*\{[^}]*-latin-wght-normal\.woff2[^}]*\}/g, (face) =>
        face.replace(/font-display:\s*swap/, 'font-display: optional'),
      ),
  },
}

/** Font weights in use. */
const weights = { min: 400, max: 600 }

/** Italics are used for quotes, in one weight. */
const isItalic = (name: string): boolean => name.includes('-italic')

/** Removes unused weights from fonts: a third of their bytes, and half of those of italics. */
const withoutWeights: Plugin = {
  name: 'without-weights',
  generateBundle: async (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.woff2') || typeof file.source === 'string') continue
      const wght = isItalic(file.fileName) ? weights.min : weights
      const options = { keepAllGlyphs: true, targetFormat: 'woff2', variationAxes: { wght } } as const
      file.source = await subsetFont(file.source, '', options)
    }
  },
}

/** Fonts carry their weights in the name, too: the hash is that of the file before weights were removed. */
const assetName = ({ names: [name = ''] }: { names: readonly string[] }): string =>
  name.endsWith('.woff2')
    ? `assets/[name]-${weights.min}${isItalic(name) ? '' : `-${weights.max}`}-[hash][extname]`
    : 'assets/[name]-[hash][extname]'

/**
 * Three kinds of chunks, since each file is a request: all that static pages run, what every screen of the app needs, and
 * modules that several lazy screens share. The rest comes with its screen.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    // In a chunk of its own: with an entry, it would make a cycle of that entry and the app.
    { name: 'preload', test: /vite\/preload-helper/, priority: 3 },
    {
      name: 'page',
      test: /\/src\/(?:web\/(?:lib\/(?:stores\/(?:consent|cookie-notice|store|theme)|page\/publish-length)\.ts|styles\/)|shared\/account\/cookies\.ts)/,
      priority: 2,
    },
    {
      name: 'app',
      tags: ['$initial' as const],
      test: /node_modules|\/src\/(?!web\/(?:main|public-page)\.)/,
      priority: 1,
    },
    // In a chunk of its own, too: merged with what the landing page needs of it, it would make a cycle.
    { name: 'reading', test: /\/features\/summaries\/(?:detail|share)\//, minShareCount: 2 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 15_000 },
  ],
}

/** Named by content alone: the name would list every screen that shares the chunk. */
const chunkName = ({ name }: { name: string }): string =>
  name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'

/**
 * Builds the web app and the static pages into dist/web. With `--ssr` it builds the renderer of the static pages instead,
 * self-contained, for the server. In development, API calls go to the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), optionalFonts, fillContent, withoutWeights, listPreloads, compressAssets],
  ssr: { noExternal: true },
  define: isSsrBuild === true ? { 'process.env.NODE_ENV': '"production"' } : {},
  build:
    isSsrBuild === true
      ? { copyPublicDir: false }
      : {
          outDir: 'dist/web',
          emptyOutDir: true,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          chunkSizeWarningLimit: 800,
          rolldownOptions: {
            input: ['index.html', 'public.html'],
            output: { codeSplitting, chunkFileNames: chunkName, assetFileNames: assetName },
          },
        },
  // React has had this hook since version 18; wouter and Radix bring a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react', 'use-sync-external-store/shim': 'react' } },
  server: { port: 5173, strictPort: true, proxy: { '/api': apiServer, '/healthz': apiServer, '/readyz': apiServer } },
}))
