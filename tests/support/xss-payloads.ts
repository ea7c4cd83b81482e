import { startLoopbackServer } from '../standins/loopback-server.ts'
import { json3Captions, type Line, playerAnswer } from '../standins/youtube/answers.ts'
import type { Scenario } from '../standins/youtube/server.ts'
import { buildPdf } from './files/build-pdf.ts'
import type { SampleFile } from './files/samples.ts'

/** Texts that would run as code if they were treated as more than text. `hit` records it. */
export const payloads = {
  lines: 'lines\u2028apart\u2029here',
  // The first reverses the direction of the following text until something ends it.
  direction: 'receipt\u202Efdp.exe \u2067other\u200F',
  script: `</script><script>hit('script')</script>`,
  comment: `<!--<script>hit('comment')`,
  image: `"><img src=x onerror=hit('image')>`,
  quote: `'><svg onload=hit('svg')>`,
  title: `</title></style></textarea><script>hit('title')</script>`,
  address: `javascript:hit('address')`,
  template: '{{hit()}}${hit()}<%=hit()%>',
  encoded: '%41%2541%zz',
  entity: '&lt;img src=x onerror=hit(1)&gt;&#60;b&#62;',
} as const

/** As many of them as fit into a title. */
export const allPayloads = Object.values(payloads).join(' ').slice(0, 300).trim()

/** Sentences long enough to be summarized, each with an attack. */
const sentences = Object.values(payloads).map(
  (attack, index) =>
    `Harbor report number ${index + 1} says that ${attack} was found in the ledger of the quay, and that the harbor master counted every keel in the harbor twice before dawn.`,
)

export const xssText = Array.from({ length: 3 }, () => sentences.join(' ')).join('\n\n')

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const articlePage = (origin: string): string => `<!doctype html><html lang="en"><head>
<title>${escape(allPayloads)}</title>
<meta name="author" content="${escape(payloads.image)}">
<meta property="og:site_name" content="${escape(payloads.script)}">
<meta property="og:title" content="${escape(allPayloads)}">
<meta property="og:image" content="${escape(payloads.address)}">
<meta property="og:url" content="${escape(payloads.address)}">
<link rel="canonical" href="${escape(payloads.address)}"><base href="${origin}/">
</head><body><article><h1>${escape(allPayloads)}</h1>
${xssText
  .split('\n\n')
  .map((paragraph) => `<h2>${escape(payloads.image)}</h2><p>${escape(paragraph)}</p>`)
  .join('\n')}</article></body></html>`

/** A site whose page contains the payloads as text wherever a page has metadata. */
export async function startXssSite(): Promise<{ url: string; missing: string; stop: () => Promise<void> }> {
  const { origin, stop } = await startLoopbackServer((request, response) => {
    const isThere = request.url?.startsWith('/article') === true
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isThere ? articlePage(origin) : '<!doctype html><title>Gone</title>')
  })
  return {
    // Without spaces, which URLs can't contain.
    url: `${origin}/article?${payloads.image}#${payloads.script}`.replaceAll(' ', '/'),
    missing: `${origin}/gone?${payloads.script}`,
    stop,
  }
}

export const XSS_VIDEO = 'plantedVid0'

/** A video whose title, channel and captions contain the payloads. */
export const xssVideo: Scenario = {
  player: () => ({
    body: playerAnswer({
      videoId: XSS_VIDEO,
      title: payloads.title,
      author: payloads.image,
      lengthSeconds: sentences.length * 6,
      tracks: [{ languageCode: 'en', name: payloads.script }],
    }),
  }),
  captions: () => ({ body: json3Captions(sentences.map((sentence, index): Line => [index * 6, 6, sentence])) }),
}

const latin = (text: string): string => text.replaceAll(/[^\x20-\x7e]/gu, ' ')

/** A PDF whose name and information contain the payloads. */
export const xssFile: SampleFile = {
  name: `${payloads.image}${payloads.direction}.pdf`,
  mimeType: 'application/pdf',
  buffer: buildPdf(latin(payloads.image), [sentences.slice(0, 5).map(latin), sentences.slice(5).map(latin)]),
}
