/** Public examples of summaries, each on its own page, which states the example's origin. */
export const examples = [
  {
    page: 'exampleVideo',
    kind: 'a video',
    title: 'Why every flat map is wrong',
    length: '12 min',
    origin: 'We made up this talk and its speaker for this example. There is no video.',
    description: 'An example of a summary: a 12-minute talk about maps, with citations that open the transcript.',
  },
  {
    page: 'exampleReport',
    kind: 'a report',
    title: 'Marlow Bay Public Library: Annual Report 2025',
    length: '8 pages',
    origin: 'We made up the library, its figures and this report for this example.',
    description: 'An example of a summary: a library’s annual report, with tables and citations by page.',
  },
  {
    page: 'exampleBook',
    kind: 'a book',
    title: 'Alice’s Adventures in Wonderland',
    length: '12 chapters',
    origin:
      'The book is in the public domain. Its text is the Millennium Fulcrum Edition 2.9, with typographic quotation marks and dashes.',
    description: 'An example of a summary: Lewis Carroll’s whole book, with citations that open the chapters.',
  },
] as const

export type Example = (typeof examples)[number]
export type ExampleName = Example['page']
