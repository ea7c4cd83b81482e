import type { PlaceRef } from '../../../shared/citation.ts'
import { placeLabel, placeLink } from '../../../shared/place-label.ts'

const url = 'https://www.nasa.gov/history/rogersrep/v2appf.htm'

function at(paragraph: number, excerpt: string): PlaceRef {
  const place = { kind: 'paragraph', paragraph } as const
  return { blockId: `b${paragraph}`, place, label: placeLabel(place), href: placeLink(url, place, excerpt), excerpt }
}

/**
 * Example summary on the landing page. Its source is in the public domain: appendix F of the report on the Challenger
 * accident. The passages are exact quotes.
 */
export const exampleSummary = {
  kind: 'Report',
  title: 'Personal observations on the reliability of the Shuttle',
  url,
  source: ['nasa.gov', 'R. P. Feynman', 'Published 1986'],
  gist: 'NASA’s managers and engineers differed a thousandfold about the odds of losing a Shuttle; each safe return was taken as proof that the next flight was safe.',
  takeaways: [
    {
      label: 'Two estimates',
      text: 'Engineers put the odds of a fatal failure near 1 in 100, management near 1 in 100,000.',
      place: at(
        1,
        'The estimates range from roughly 1 in 100 to 1 in 100,000. The higher figures come from the working engineers, and the very low figures from management.',
      ),
    },
    {
      label: 'Luck as proof',
      text: 'That a risk was survived before came to count as an argument for taking it again.',
      place: at(
        2,
        'The argument that the same risk was flown before without failure is often accepted as an argument for the safety of accepting it again.',
      ),
    },
  ],
  quote: {
    text: 'What is the cause of management’s fantastic faith in the machinery?',
    speaker: 'R. P. Feynman',
    place: at(
      1,
      'Since 1 part in 100,000 would imply that one could put a Shuttle up each day for 300 years expecting to lose only ' +
        'one, we could properly ask "What is the cause of management\'s fantastic faith in the machinery?"',
    ),
  },
}
