import { isDeepStrictEqual } from 'node:util'
import type { Response } from 'light-my-request'
import { summaryEventSchema } from '../../../src/shared/summary/summary.ts'
import { startLoopbackServer } from '../../standins/loopback-server.ts'
import { faithfulModel } from '../../standins/models/fake-models/faithful-model.ts'
import type { FakeModel } from '../../standins/models/plan.ts'
import type { ModelRequest } from '../../standins/models/request.ts'
import { type ModelServer, startModelServer } from '../../standins/models/server.ts'
import { json3Captions, playerAnswer } from '../../standins/youtube/answers.ts'
import { openYouTubeStandIn, type Scenario } from '../../standins/youtube/server.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../product.ts'
import { setPlan, uploadFile } from '../uploads.ts'
import type { InjectedSource } from './injection.ts'

const VIDEO_ID = 'injected_01'

/** Result of summarizing a source. */
interface Summarized {
  response: Response
  /** Requests to the model. */
  requests: readonly ModelRequest[]
  /** Requests to which the model's answer differs from the faithful model's. */
  obeyed: readonly ModelRequest[]
}

/** The product on the top plan with a fake model, and a website for sources. */
export interface InjectedProduct {
  models: ModelServer
  user: TestClient
  summarize(source: InjectedSource): Promise<Summarized>
  /** Summarizes a source, and returns every text that was shown while it streamed. */
  watch(source: InjectedSource): Promise<{ partials: readonly string[]; requests: readonly ModelRequest[] }>
  close(): Promise<void>
}

const videoOf = ({ title, author, languageCode, lines }: InjectedSource & { kind: 'captions' }): Scenario => ({
  player: () => ({
    body: playerAnswer({ videoId: VIDEO_ID, title, author, lengthSeconds: 300, tracks: [{ languageCode }] }),
  }),
  captions: () => ({ body: json3Captions(lines) }),
})

/** Request body for a source, after publishing it if necessary. */
async function payloadOf(test: TestProduct, user: TestClient, source: InjectedSource, url: string): Promise<object> {
  switch (source.kind) {
    case 'text':
      return { content: source.content }
    case 'page':
      return { url }
    case 'captions':
      return { url: `https://youtu.be/${VIDEO_ID}` }
    case 'file':
      return { fileUrl: await uploadFile(test, user, source.fileName, source.bytes) }
  }
}

/** Partial texts of an event stream, in order. */
function partialsIn(stream: string): string[] {
  const data = stream.split('\n').filter((line) => line.startsWith('data: '))
  const events = data.map((line) => summaryEventSchema.parse(JSON.parse(line.slice('data: '.length))))
  return events.flatMap((event) => (event.type === 'partial' ? [event.text] : []))
}

/**
 * Starts the product with a fake model. The context is small, so that books are read in sections.
 */
export async function openInjectedProduct(model: FakeModel): Promise<InjectedProduct> {
  let current: InjectedSource | null = null
  const models = await startModelServer({ model })
  const site = await startLoopbackServer((_, response) => {
    const html = current?.kind === 'page' ? current.html : ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  const pageUrl = `${site.origin}/article`
  const youtube = await openYouTubeStandIn(() => (current?.kind === 'captions' ? videoOf(current) : undefined))
  const test = await startTestProduct({
    env: {
      AI_MODELS: 'local:standin',
      LOCAL_AI_URL: `${models.origin}/v1`,
      AI_CONTEXT_TOKENS: '8192',
      YOUTUBE_ORIGIN: youtube.origin,
    },
  })
  const join = async (email: string): Promise<TestClient> => {
    const client = await test.register(email)
    await setPlan(test, email, 'elite')
    return client
  }
  const user = await join('ada@example.com')
  // Another user, who gets no earlier summaries of the first one.
  const watcher = await join('grace@example.com')
  return {
    models,
    user,
    summarize: async (source) => {
      current = source
      const before = models.requests.length
      const response = await user.post('/api/summaries', await payloadOf(test, user, source, pageUrl))
      const requests = models.requests.slice(before)
      const obeyed = requests.filter((request) => !isDeepStrictEqual(model(request), faithfulModel(request)))
      return { response, requests, obeyed }
    },
    watch: async (source) => {
      current = source
      const before = models.requests.length
      const payload = await payloadOf(test, watcher, source, pageUrl)
      const created = await watcher.post('/api/summaries', payload, { prefer: 'respond-async' })
      const events = await watcher.get(`/api/summaries/${created.json().id}/events`)
      return { partials: partialsIn(events.body), requests: models.requests.slice(before) }
    },
    close: async () => {
      await test.close()
      await Promise.all([models.stop(), site.stop(), youtube.close()])
    },
  }
}
