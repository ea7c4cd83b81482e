import type { PlaceRef } from '../../../shared/summary.ts'

function at(startSeconds: number, label: string, excerpt: string): PlaceRef {
  const place = { kind: 'time', startSeconds, endSeconds: startSeconds + 12 } as const
  return { blockId: label, place, label, href: null, excerpt }
}

/** The summary that stands on the landing page: an invented talk, its lines and the passages they rest on. */
export const exampleSummary = {
  kind: 'Summary of a talk, 47 min',
  title: 'Why small reactors keep missing their price',
  source: ['youtube.com', 'captions by the author', '7,912 words'],
  text: 'Unit cost falls with the number built, yet no design has passed its third unit. The speaker traces the gap to site work and licensing, which do not shrink with the reactor.',
  takeaways: [
    {
      text: 'Site preparation is 38% of cost at every size studied.',
      place: at(
        761,
        '12:41',
        'And if you look at the orange part, that is the ground, the roads, the water. Thirty-eight percent, and it is thirty-eight percent for the big ones too.',
      ),
    },
    {
      text: 'A license is granted per site, not per design, in five of six countries.',
      place: at(
        1267,
        '21:07',
        'In five of the six countries you do not license a reactor. You license a reactor on a piece of land, and the next piece of land starts from zero.',
      ),
    },
  ],
  quote: {
    text: 'We kept shrinking the part that was never expensive.',
    place: at(
      1915,
      '31:55',
      'So for fifteen years, and I include myself, we kept shrinking the part that was never expensive.',
    ),
  },
  coverage: 'Read 7,912 words, 6 of 6 sections.',
}
