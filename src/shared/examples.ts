/** Public examples of summaries, each on its own page, which states the example's origin. The gist is that of the summary. */
export const examples = [
  {
    page: 'exampleVideo',
    kind: 'a video',
    title: 'Why every flat map is wrong',
    length: '12 min',
    gist: 'No flat map can keep area, shape, distance and direction at once, so a map is only as good as its fit to the question you ask.',
    origin: 'We made up this talk and its speaker for this example. There is no video.',
    description: 'An example of a summary: a 12-minute talk about maps, with citations that open the transcript.',
  },
  {
    page: 'exampleReport',
    kind: 'a report',
    title: 'Marlow Bay Public Library: Annual Report 2025',
    length: '8 pages',
    gist: 'The library passed 200,000 loans in 2025 and got its books back without fines, but e-book waits grew and a leaking roof needs money it doesn’t have.',
    origin: 'We made up the library, its figures and this report for this example.',
    description: 'An example of a summary: a library’s annual report, with tables and citations by page.',
  },
  {
    page: 'exampleBook',
    kind: 'a book',
    title: 'Alice’s Adventures in Wonderland',
    length: '12 chapters',
    gist: 'Alice follows a White Rabbit underground, where sizes, words and rules keep changing, until she stands up to a court of playing cards and wakes from a dream.',
    origin:
      'The book is in the public domain. Its text is the Millennium Fulcrum Edition 2.9, with typographic quotation marks and dashes.',
    description: 'An example of a summary: Lewis Carroll’s whole book, with citations that open the chapters.',
  },
] as const

export type Example = (typeof examples)[number]
export type ExampleName = Example['page']
