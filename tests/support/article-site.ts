import type { ServerResponse } from 'node:http'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import type { SampleArticle } from './articles/article.ts'
import { libraryOfSeeds } from './articles/library-of-seeds.ts'
import { nightTrains } from './articles/night-trains.ts'
import { articlePage } from './articles/page.ts'

export const articles: readonly SampleArticle[] = [nightTrains, libraryOfSeeds]

/** A magazine on loopback. Reading it requires FETCH_ALLOW_PRIVATE. */
export interface ArticleSite {
  /** Without a trailing slash. */
  origin: string
  /** URL of an article. */
  articleUrl: (article: SampleArticle) => string
  /** URL that redirects permanently to an article. */
  movedUrl: (article: SampleArticle) => string
  /** A new URL of an article that responds only after `release`. */
  heldUrl: (article: SampleArticle) => string
  /** Lets all held URLs created so far respond. */
  release: () => void
  /** URL that returns 404. */
  missingUrl: string
  /** URL that returns 401. */
  lockedUrl: string
  /** Requested paths, in order. */
  requests: readonly string[]
  stop: () => Promise<void>
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

type Gate = PromiseWithResolvers<void>

async function answer(url: URL, response: ServerResponse, gates: readonly Gate[]): Promise<void> {
  const [, folder, slug] = url.pathname.split('/')
  if (folder === 'members') return send(response, 401, '<!doctype html><title>Sign in</title><h1>Sign in</h1>')
  const article = articles.find((candidate) => candidate.slug === slug)
  if (article === undefined)
    return send(response, 404, '<!doctype html><title>Not found</title><h1>Page not found</h1>')
  if (folder === 'moved') {
    response.writeHead(301, { location: `/articles/${article.slug}` }).end()
    return
  }
  if (folder === 'held') await gates[Number(url.searchParams.get('gate'))]?.promise
  const others = articles.filter((candidate) => candidate !== article)
  send(response, 200, articlePage(article, others, url.origin))
}

/** Serves the sample articles on a free port of loopback. */
export async function startArticleSite(): Promise<ArticleSite> {
  const requests: string[] = []
  const gates: Gate[] = []
  const { origin, stop } = await startLoopbackServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    requests.push(url.pathname)
    answer(url, response, gates).catch((error: Error) => response.destroy(error))
  })
  return {
    origin,
    articleUrl: (article) => `${origin}/articles/${article.slug}`,
    movedUrl: (article) => `${origin}/moved/${article.slug}`,
    heldUrl: (article) => `${origin}/held/${article.slug}?gate=${gates.push(Promise.withResolvers()) - 1}`,
    release: () => {
      for (const gate of gates) gate.resolve()
    },
    missingUrl: `${origin}/articles/never-written`,
    lockedUrl: `${origin}/members/minutes`,
    requests,
    stop,
  }
}
