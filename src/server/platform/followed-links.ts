import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../shared/errors.ts'
import { pagePaths } from '../../shared/paths.ts'
import { requireActor } from './actor.ts'
import { httpStatusOf } from './http-errors.ts'

/**
 * Whether a browser asks on its own, as it does for a link, and shows whatever the answer is
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header).
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return (mode === undefined || mode === 'navigate') && headers.accept?.includes('text/html') === true
}

/** Whether a page of another site has led a browser here. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/**
 * Whether a browser asks ahead of its person, who may never follow the link
 * (https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header; others are older names of it).
 */
export function isPrefetch({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']]
    .flat()
    .some((purpose) => /\b(?:prefetch|preview)\b/iu.test(purpose ?? ''))
}

/**
 * Lets a download go on that a signed-in person has asked for on a page of ours. Nobody is shown JSON who followed a
 * link: visitors, and people whom another site has led here, are led to a page that goes on from here.
 *
 * @param page path of that page
 * @throws AppError `unauthorized`, `cross_site_request` where no page is being opened
 */
export async function leadToPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply | undefined> {
  if (isNavigation(request)) {
    if (request.actor === null) return reply.redirect(`${pagePaths.login}?returnTo=${page}`, 302)
    if (isFromElsewhere(request)) return reply.redirect(page, 302)
  }
  requireActor(request)
  if (isFromElsewhere(request))
    throw new AppError('cross_site_request', 'This request came from another site and was refused.')
}

/**
 * What some work gives; null where it was refused and a browser has been told so in words, since it would show JSON as
 * it is.
 *
 * @throws what the work throws, where no page is being opened
 */
export async function orSayWhy<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !isNavigation(request)) throw error
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    await reply.code(httpStatusOf(error.code)).type('text/plain; charset=utf-8').send(`${error.message}\n`)
    return null
  }
}
