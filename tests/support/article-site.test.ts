import { describe, expect, test, vi } from 'vitest'
import { countWords } from '../../src/shared/text/words.ts'
import { articles, startArticleSite } from './article-site.ts'
import { forSuite } from './suite.ts'

const site = forSuite(startArticleSite)

describe('article site', () => {
  test.each(articles)('serves "$title" with navigation and other page elements', async (article) => {
    const response = await fetch(site.articleUrl(article))
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    const paragraphs = article.parts.flatMap((part) => part.paragraphs)
    for (const paragraph of paragraphs) expect(html).toContain(`<p>${paragraph.replaceAll('&', '&amp;')}</p>`)
    expect(html).toMatch(/cookie-consent[\s\S]*share-bar[\s\S]*Read next/)
    expect(countWords(paragraphs.join('\n'))).toSatisfy((words: number) => words >= 600 && words <= 1200)
  })

  test('redirects, holds an answer until it is released, and returns 404 for unknown paths', async () => {
    const [article] = articles
    const moved = await fetch(site.movedUrl(article!))
    expect(moved).toMatchObject({ status: 200, redirected: true, url: site.articleUrl(article!) })
    const answered = vi.fn<(response: Response) => void>()
    const held = fetch(site.heldUrl(article!)).then(answered)
    await expect.poll(() => site.requests.some((requested) => requested.startsWith('/held/'))).toBe(true)
    expect(answered).not.toHaveBeenCalled()
    site.release()
    await held
    expect((await fetch(site.missingUrl)).status).toBe(404)
    expect(site.requests).toContain('/articles/never-written')
  })
})
