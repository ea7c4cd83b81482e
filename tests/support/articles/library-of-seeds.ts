import type { SampleArticle } from './article.ts'

export const libraryOfSeeds: SampleArticle = {
  slug: 'why-a-town-lends-out-its-seeds',
  title: 'Why a Town Lends Out Its Seeds',
  author: 'Daniel Okafor',
  section: 'Science',
  publishedAt: '2024-10-02T09:00:00Z',
  standfirst:
    'In Brackwater, vegetables are borrowed like books. The loans have produced a bean that shrugs off drought, and a data set that breeders envy.',
  parts: [
    {
      paragraphs: [
        'The catalog drawers in the public library of Brackwater once held index cards. Today they hold envelopes: 412 varieties of beans, squash, peppers, lettuce and maize, each with a number, a date and the name of the person who grew it last. Anyone with a library card may take three. The only condition is that, at the end of the season, some seed comes back.',
        'What began in 2009 as a corner for gardeners has become one of the more unusual experiments in plant breeding. Fifteen years of loans mean fifteen generations of selection, carried out by some 1,900 households on soils that range from river clay to pure sand. Nobody planned it that way. The librarian who started it, Ruth Abelard, wanted to use up some furniture.',
      ],
    },
    {
      heading: 'A bean that came back different',
      paragraphs: [
        'The first sign that something was happening came in 2016, in a summer with only forty-one millimeters of rain between May and August. Of the pole beans planted in town, most withered. One variety, borrowed as number 88 and known as Widow’s Ladder, went on flowering. When Abelard looked at the cards she found that it had been lent almost entirely to the allotments above the quarry, where the topsoil is a hand deep and watering is forbidden after June. For seven years the only plants that lived long enough to give seed back were those that could do without.',
        'Two agronomists from the state college, Priya Raman and Joel Ashe, planted number 88 next to seed of the same variety that had been kept frozen since 2009. In a dry plot the library’s line yielded 2.3 times as much as its frozen ancestor. In a wet plot it yielded eleven percent less. “That is the price,” says Raman. “The plant has moved its effort underground. Its roots go down sixty centimeters further, and it has to pay for them.”',
        'The result, published in 2021, is modest by the standards of commercial breeding. What interested other researchers was the method. A breeder selects in a few fields for a few traits. In Brackwater, selection had happened in hundreds of gardens for whatever each garden demanded, and the cards recorded where, when and by whom.',
      ],
    },
    {
      heading: 'The value of bad handwriting',
      paragraphs: [
        'The cards are the real collection. From the start Abelard had asked borrowers to note three things: when they sowed, when they picked, and anything strange. Volunteers have now typed in 14,600 of them. The handwriting is often terrible and the spelling inventive, but gardeners turn out to be precise about what annoys them. Slugs are mentioned 3,204 times. The word “bitter” appears in lettuce notes from the south side of town twice as often as in those from the north, a pattern that led Ashe to measure the boron in the water.',
        'Professional data are cleaner and much thinner. A seed company may test a variety at twelve sites over three seasons. The library’s best-known lettuce has been grown at 340 addresses over fifteen years. The two kinds of evidence answer different questions: a trial tells you which of two varieties is better under known conditions, while the cards tell you what happens when nobody is in control.',
        'There are limits, and Raman is blunt about them. People return seed from the plants they liked, which need not be the best ones. They forget to isolate their squash, so that about one envelope in nine contains a cross. And those who fail rarely write a card at all. When the team compared returns with a door-to-door survey, it found that failed crops were missing from the records five times out of six.',
      ],
    },
    {
      heading: 'Who owns a borrowed plant',
      paragraphs: [
        'In 2018 the state’s department of agriculture wrote to say that the library was distributing unlabeled seed, which is an offense under an act of 1947 meant to protect farmers from fraud. The fine would have been two hundred dollars an envelope. The letter was withdrawn after four months, and the following year the legislature exempted exchanges that take no money. Twenty-six other states have since passed similar rules.',
        'A harder question arrived in 2022, when a seed company offered forty thousand dollars for the line of number 88. The library’s board could not agree on whether there was anything to sell. The bean had been improved by some sixty families who had never met, without wages and without a contract. In the end the board turned the money down and registered the line under an open license, which lets anybody grow, sell and breed from it as long as the descendants remain free.',
      ],
    },
    {
      heading: 'The next drawer',
      paragraphs: [
        'There are now about six hundred seed libraries in the country, most of them younger than Brackwater’s and many of them little more than a shelf. Raman and Ashe are trying to persuade a hundred of them to use the same card. If they succeed, a variety could be followed across climates as well as gardens. They estimate that the first useful comparisons would take four seasons and cost about as much as a single conventional field trial.',
        'Abelard retired in June. On her last day she lent out an envelope from a drawer that had been empty until then: a pepper, number 412, returned by a ten-year-old who had grown it on a balcony. Under “anything strange” the card says only: “It wanted to live.”',
      ],
    },
  ],
}
