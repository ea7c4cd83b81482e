import type { WrittenPage } from './written-page.ts'

const paragraphs = [
  'The city of Varnhem closed its only drinking water plant on Monday after workers found a crack in the main intake, and 84,000 residents must boil their water until further notice.',
  'The crack, about four meters long, was seen at 5:40 a.m. by divers who inspect the intake twice a year. Nobody was injured. The plant supplies the whole city and two villages on the eastern shore.',
  '“We shut it down because a pipe that fails slowly gives you a choice, and a pipe that fails fast does not,” said Inga Thorsen, who runs the water company Varnhem Vatten.',
  'Tests on Monday afternoon found bacteria at three of 22 taps. The company said that the readings were low and may come from the taps themselves. Results of a second round are expected on Wednesday.',
  'Two hospitals moved 31 patients on dialysis to Holmsund, an hour away by road. Schools stay open, but their kitchens serve cold meals.',
  'The county engineer, Pavel Reiss, had warned of the intake in a report two years ago. It said that the concrete would need repairs within five years, at a cost of 12 million crowns. The city council put the work into the budget for next year.',
  'Opposition leader Marta Quist called the delay “a gamble with a glass of water” and demanded that the council publish every report on the plant since 2015. Mayor Jonas Ek, who leads the council, said that the report gave no reason for haste: “Five years meant five years, and we acted in three.”',
  'Thorsen said that divers had found nothing unusual in the spring. She would not say whether the crack had been there then.',
  'Tank trucks stand at nine places and give each household 20 liters a day. The army lends 14 more trucks, which arrive on Tuesday. The company asks residents not to fill bathtubs, because the two reservoirs hold water for six days at normal use.',
  'A repair from inside the pipe would take about ten days, the company estimates; if the pipe has to be replaced, it would take two months, and the city would need a temporary line from Holmsund. Engineers decide on Thursday, after a camera has gone through the pipe.',
  'Restaurants may stay open if they use bottled water. The union of hotel workers said that 400 people had been sent home without pay. The city has not said whether it will compensate anyone.',
  'The last order to boil water in Varnhem was given in 1994, after a flood, and lasted 11 days.',
]

export const news: WrittenPage = {
  source: {
    kind: 'html',
    url: null,
    html: `<html lang="en"><head><title>Varnhem shuts its water plant</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Varnhem shuts its water plant","datePublished":"2026-03-09","author":{"@type":"Person","name":"Lea Brandt"},"publisher":{"@type":"Organization","name":"Shore Gazette"}}</script></head><body><article><h1>Varnhem shuts its water plant</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`,
  },
  answer: {
    kind: 'news',
    flags: [],
    title: '',
    gist: {
      text: 'Varnhem shut its only water plant on Monday after divers found a crack in the main intake. Its 84,000 residents must boil water, and repairs may take ten days or two months.',
      blocks: ['b1', 'b2', 'b10'],
    },
    keyParts: [],
    takeaways: [
      {
        label: 'Thursday’s decision',
        text: 'After a camera inspection, engineers decide on Thursday between a repair of about ten days and a new pipe, which would take two months.',
        blocks: ['b10'],
      },
      {
        label: 'Water left',
        text: 'Two reservoirs last six days at normal use; trucks at nine places give each household 20 liters a day.',
        blocks: ['b9'],
      },
      {
        label: 'Health',
        text: 'Bacteria were found at three of 22 taps, at low levels according to the company; a second round of results is expected on Wednesday.',
        blocks: ['b4'],
      },
      {
        label: 'Who knew',
        text: 'County engineer Pavel Reiss reported two years ago that the concrete needed repairs within five years, for 12 million crowns.',
        blocks: ['b6'],
      },
    ],
    summary: [
      {
        text: 'Opposition leader Marta Quist calls the delay “a gamble with a glass of water.” Mayor Jonas Ek answers: “Five years meant five years, and we acted in three.” The city has not said whether it will compensate anyone.',
        blocks: ['b7', 'b11'],
      },
    ],
    parts: [],
    quotes: [
      {
        text: 'We shut it down because a pipe that fails slowly gives you a choice, and a pipe that fails fast does not,',
        speaker: 'Inga Thorsen',
        block: 'b3',
      },
    ],
    questions: [],
  },
}
