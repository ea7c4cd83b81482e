import { describe, expect, it } from 'vitest'
import { citationLink } from '../../../shared/summary/location-label.ts'
import { exampleSummary } from './example-summary.ts'

const { takeaways, quote, url } = exampleSummary

describe('the example summary', () => {
  it('quotes word for word, with a typographic apostrophe', () => {
    expect(quote.citation.excerpt.replaceAll("'", '’')).toContain(quote.text)
  })

  it('links each takeaway to its passage', () => {
    const links = [...takeaways, quote].map(({ citation }) => citationLink(citation, url))
    expect(links).toEqual([
      `${url}#:~:text=The%20estimates%20range%20from%20roughly,very%20low%20figures%20from%20management.`,
      `${url}#:~:text=The%20argument%20that%20the%20same,safety%20of%20accepting%20it%20again.`,
      `${url}#:~:text=Since%201%20part%20in%20100%2C000,fantastic%20faith%20in%20the%20machinery%3F%22`,
    ])
  })
})
