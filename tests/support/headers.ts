import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A web app as the build leaves it, as little as the server needs of one. */
export async function makeWebFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-web-'))
  const page = (body: string): string =>
    `<!doctype html><html lang="en"><head><!-- head --></head><body>${body}</body></html>`
  const files: Record<string, string> = {
    'index.html': page('<div id="root"></div>'),
    'public.html': page('<div id="root"><!-- page --></div>'),
    'assets/app-abc123.js': 'export const nothing = null',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'renderer/prerender.js': "export const renderPublicPage = async () => 'Read this.'",
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) }
}

const policy = (production: boolean, directives: readonly string[]): string =>
  [...directives, ...(production ? ['upgrade-insecure-requests'] : [])].join(';')

const unused =
  'accelerometer camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking'

/** What every answer tells browsers, whole: a header that goes missing or says something else fails a test. */
export const everywhere = (production: boolean): Record<string, string | undefined> => ({
  'content-security-policy': policy(production, [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': unused
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', '),
  'referrer-policy': 'strict-origin',
  'strict-transport-security': production ? 'max-age=31536000' : undefined,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // What would say which software answers, and what would let pages of other sites read.
  'x-powered-by': undefined,
  server: undefined,
  'access-control-allow-origin': undefined,
})

/** The API's own pages, whose policy has a few directives less, for they send nothing anywhere else. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
