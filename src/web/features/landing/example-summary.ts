import type { PlaceRef } from '../../../shared/citation.ts'
import { placeLabel, placeLink } from '../../../shared/place-label.ts'

const url = 'https://www.nasa.gov/history/rogersrep/v2appf.htm'

/** A paragraph of the source, and what stands there, as the product names and links it. */
function at(paragraph: number, excerpt: string): PlaceRef {
  const place = { kind: 'paragraph', paragraph } as const
  return { blockId: `b${paragraph}`, place, label: placeLabel(place), href: placeLink(url, place, excerpt), excerpt }
}

/**
 * The summary that stands on the landing page. Its source is a public record of the United States, appendix F to the
 * report on the accident of the Challenger: the passages are its own words, and the places lead to them.
 */
export const exampleSummary = {
  kind: 'Summary of a report',
  title: 'Personal observations on the reliability of the Shuttle',
  url,
  source: ['nasa.gov', 'R. P. Feynman', '1986'],
  text: 'Feynman asks how NASA’s managers and its engineers could differ a thousandfold about the odds of losing a Shuttle, and finds that each flight that came home had been taken for proof that the next one would.',
  takeaways: [
    {
      text: 'Engineers put the odds of a failure with loss of life near 1 in 100, management near 1 in 100,000.',
      place: at(
        1,
        'The estimates range from roughly 1 in 100 to 1 in 100,000. The higher figures come from the working engineers, and the very low figures from management.',
      ),
    },
    {
      text: 'That a risk was survived before came to count as an argument for taking it again.',
      place: at(
        2,
        'The argument that the same risk was flown before without failure is often accepted as an argument for the safety of accepting it again.',
      ),
    },
  ],
  quote: {
    text: 'What is the cause of management’s fantastic faith in the machinery?',
    place: at(
      1,
      'Since 1 part in 100,000 would imply that one could put a Shuttle up each day for 300 years expecting to lose only one, we could properly ask "What is the cause of management\'s fantastic faith in the machinery?"',
    ),
  },
}
