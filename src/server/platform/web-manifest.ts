import { content } from '../../shared/content.ts'
import { sharedNames } from '../../shared/page-metadata.ts'
import { pagePaths } from '../../shared/paths.ts'

const [url, text, title] = sharedNames

/**
 * What makes the web app one that can be installed, and shared to from other apps
 * (https://www.w3.org/TR/appmanifest/, https://w3c.github.io/web-share-target/).
 */
export const webManifest = JSON.stringify({
  id: '/',
  name: content.productName,
  short_name: content.productName,
  description: content.description,
  start_url: pagePaths.dashboard,
  scope: '/',
  display: 'standalone',
  // Paper and ink of the light theme.
  background_color: '#FBF8F2',
  theme_color: '#FBF8F2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [{ name: 'Summaries', url: pagePaths.summaries }],
  share_target: { action: pagePaths.dashboard, method: 'GET', params: { url, text, title } },
})
