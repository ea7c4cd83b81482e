const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><!-- head --></head><body>${body}</body></html>`

/** A minimal build of the web app. */
export const webFiles = {
  'index.html': page('<div id="root"></div>'),
  'public.html': page('<div id="root"><!-- page --></div>'),
  'assets/app-abc123.js': 'export const nothing = null',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'renderer/prerender.js': "export const renderPublicPage = async () => 'Read this.'",
}

const policy = (production: boolean, directives: readonly string[]): string =>
  [...directives, ...(production ? ['upgrade-insecure-requests'] : [])].join(';')

const unused =
  'accelerometer camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking'

/** All expected headers of responses to browsers: a missing or changed one fails a test. */
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
  // Headers that would reveal the server's software, and those that would let other sites read.
  'x-powered-by': undefined,
  server: undefined,
  'access-control-allow-origin': undefined,
})

/** Headers of the API's own pages, whose CSP has fewer directives, since they send nothing elsewhere. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
