import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Response } from 'light-my-request'
import { summaryEventSchema } from '../../../src/shared/summary.ts'
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

/** What came of a source. */
export interface Summarized {
  response: Response
  /** What was asked of the model. */
  requests: readonly ModelRequest[]
  /** Those of them to which it said something else than a model would that only reads. */
  obeyed: readonly ModelRequest[]
}

/** The product on the top plan, asking a model that we make up, with a place on the web for sources. */
export interface InjectedProduct {
  models: ModelServer
  person: TestClient
  summarize(source: InjectedSource): Promise<Summarized>
  /** Summarizes a source, and gives back every text that a page showed while the summary was coming. */
  watch(source: InjectedSource): Promise<{ partials: readonly string[]; requests: readonly ModelRequest[] }>
  close(): Promise<void>
}

/** A web site of one page. */
async function openSite(html: () => string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/article`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const videoOf = ({ title, author, languageCode, lines }: InjectedSource & { kind: 'captions' }): Scenario => ({
  player: () => ({
    body: playerAnswer({ videoId: VIDEO_ID, title, author, lengthSeconds: 300, tracks: [{ languageCode }] }),
  }),
  captions: () => ({ body: json3Captions(lines) }),
})

/** What a person sends for a source, whose place on the web must be ready. */
async function payloadOf(test: TestProduct, person: TestClient, source: InjectedSource, url: string): Promise<object> {
  switch (source.kind) {
    case 'text':
      return { content: source.content }
    case 'page':
      return { url }
    case 'captions':
      return { url: `https://youtu.be/${VIDEO_ID}` }
    case 'file':
      return { fileUrl: await uploadFile(test, person, source.fileName, source.bytes) }
  }
}

/** The texts so far that a stream of events told, each as it was told. */
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
  const site = await openSite(() => (current?.kind === 'page' ? current.html : ''))
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
    const client = await test.person(email)
    await setPlan(test, email, 'elite')
    return client
  }
  const person = await join('ada@example.com')
  // Another person, who gets nothing from earlier summaries of the first one's.
  const watcher = await join('grace@example.com')
  return {
    models,
    person,
    summarize: async (source) => {
      current = source
      const before = models.requests.length
      const response = await person.post('/api/summaries', await payloadOf(test, person, source, site.url))
      const requests = models.requests.slice(before)
      const obeyed = requests.filter((request) => !isDeepStrictEqual(model(request), faithfulModel(request)))
      return { response, requests, obeyed }
    },
    watch: async (source) => {
      current = source
      const before = models.requests.length
      const payload = await payloadOf(test, watcher, source, site.url)
      const created = await watcher.post('/api/summaries', payload, { prefer: 'respond-async' })
      const events = await watcher.get(`/api/summaries/${created.json().id}/events`)
      return { partials: partialsIn(events.body), requests: models.requests.slice(before) }
    },
    close: async () => {
      await test.close()
      await Promise.all([models.stop(), site.close(), youtube.close()])
    },
  }
}
