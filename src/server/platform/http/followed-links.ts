import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { requireActor } from '../request-context.ts'
import { httpStatusOf } from './http-errors.ts'
import { bearerToken } from './security.ts'

/** Whether a browser navigates here and shows the response (https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header). */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return (mode === undefined || mode === 'navigate') && headers.accept?.includes('text/html') === true
}

const isFromOtherSite = (request: FastifyRequest): boolean =>
  bearerToken(request) === null &&
  (request.headers['sec-fetch-site'] === 'cross-site' || request.headers['sec-fetch-site'] === 'same-site')

/**
 * Whether a browser prefetches a link that the user has not clicked
 * (https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header; the other headers are older names).
 */
export function isPrefetch({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']]
    .flat()
    .some((purpose) => /\b(?:prefetch|preview)\b/iu.test(purpose ?? ''))
}

/**
 * Lets a download continue that a signed-in user started on our site. Browsers that navigate here without a session, or
 * from another site, are redirected to a page instead of seeing JSON.
 * @throws AppError `unauthorized` or `cross_site_request` if the request is not a navigation
 */
export async function redirectNavigation(request: FastifyRequest, reply: FastifyReply, page: string) {
  if (isNavigation(request)) {
    if (request.actor === null) return reply.redirect(`${pagePaths.login}?returnTo=${page}`, 302)
    if (isFromOtherSite(request)) return reply.redirect(page, 302)
  }
  requireActor(request)
  if (isFromOtherSite(request))
    throw new AppError('cross_site_request', 'This request came from another site and was refused.')
}

/** Runs work, and answers a navigation with the message of an AppError as plain text instead of JSON; null then. */
export async function orSendText<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !isNavigation(request)) throw error
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    await reply.code(httpStatusOf(error.code)).type('text/plain; charset=utf-8').send(`${error.message}\n`)
    return null
  }
}
