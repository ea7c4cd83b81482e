import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPagePath } from '../../shared/paths.ts'
import { notFound } from './http-errors.ts'

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/'

function asksForPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return ['GET', 'HEAD'].includes(request.method) && path !== '/api' && !path.startsWith('/api/')
}

/** A file's name carries a hash of its content under this folder, so a browser may keep it for good. */
const HASHED_FOLDER = '/assets/'

/**
 * Serves the built web app, and its one page for every address of the product. Unknown addresses get the same page with
 * status 404; unknown API paths get JSON.
 *
 * @param folder the build's folder; when it is missing only the API answers
 */
export async function serveWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: 'index.html',
      setHeaders: (reply, path) => {
        const hashed = path.includes(HASHED_FOLDER)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  // Before a body is read: whatever was sent, there is nothing to send it to.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !(built && asksForPage(request))) throw notFound()
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(isPagePath(pathOf(request)) ? 200 : 404).sendFile('index.html'),
  )
}
