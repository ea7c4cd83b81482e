import type { SampleArticle } from './article.ts'

export const nightTrains: SampleArticle = {
  slug: 'the-slow-return-of-the-night-train',
  title: 'The Slow Return of the Night Train',
  author: 'Marta Lindqvist',
  section: 'Transport',
  publishedAt: '2025-03-14T07:30:00+01:00',
  standfirst:
    'Sleeper services were written off as a romance for retirees. A small operator in Halmen shows what it takes to fill them again.',
  parts: [
    {
      paragraphs: [
        'At ten minutes past nine in the evening, platform four of Halmen Central smells of brake dust and coffee. A hundred and ninety people are waiting for a train that, by every forecast made ten years ago, should not exist. The national railway ran its last sleeper in 2014, after three years in which fewer than half of the berths were sold. The carriages went to a siding near the harbor, where the salt got into the doors.',
        'Tonight’s train has eleven carriages and no empty bed. Nordlys Nattog, the cooperative that runs it, sold eighty-seven percent of its berths last year and covered its operating costs for the first time. Its managers are careful not to call this a revival. They prefer to say that the night train has become ordinary again, which is harder.',
      ],
    },
    {
      heading: 'What killed the sleeper',
      paragraphs: [
        'The usual explanation is the cheap flight. It is true as far as it goes: between 2004 and 2014 the number of flights between Halmen and the south tripled, and the average fare fell by a third. But the cooperative’s founder, the former timetable planner Ove Brandt, argues that airlines only finished what the railways had started. A sleeping carriage carries a third as many passengers as a day coach, earns its money once every twenty-four hours, and needs staff who work through the night. In the accounts of a national railway it looks like a day coach that is always two thirds empty.',
        'Track charges made it worse. Operators pay for every kilometer a train runs, whatever the hour, although the line between midnight and five in the morning is nearly deserted. Until 2019 a sleeper from Halmen paid the same charge as an express at rush hour. “We were renting an empty road at the price of a full one,” says Brandt. When the infrastructure authority halved night charges that year, it did so to help freight. The cooperative was founded eleven weeks later.',
      ],
    },
    {
      heading: 'A hotel that happens to move',
      paragraphs: [
        'The decision that mattered most was made on paper before a single carriage had been bought. Instead of asking how many seats a night train could sell, the cooperative asked what a traveler would otherwise pay for a bed. A room near the southern terminus costs about ninety euros. A berth in a shared compartment was therefore priced at sixty-nine, a private cabin at one hundred and forty, and the fare was never advertised as a train ticket at all. The slogan on the first posters read: “Your hotel leaves at 21:24.”',
        'The second decision was to leave later and arrive later. The old service had departed at half past six in the evening and reached the south before dawn, because planners wanted the carriages back for cleaning. Surveys showed that people did not mind a long journey; they minded being woken at five. The new train arrives at 8:47. The running time is fifty minutes longer than it was in 2014, and passengers rate it as faster.',
        'Refitting the abandoned carriages cost four hundred and ten thousand euros each, roughly a fifth of the price of new ones. The cooperative replaced the six-berth compartments by pods for one, gave each a door that locks, and put the showers where the ashtrays of the smoking car used to be. Half of the money came from 3,100 members who bought shares of two hundred euros; the rest was a loan from the regional development bank, guaranteed by two cities along the route.',
      ],
    },
    {
      heading: 'The arithmetic of an empty bed',
      paragraphs: [
        'Nordlys publishes its monthly figures, which is unusual in the industry. They show how narrow the margin is. At seventy-eight percent occupancy the train breaks even; at seventy it loses about nine thousand euros a week. The gap between a good and a bad February is one school holiday. To steady demand the cooperative sells blocks of berths to four companies whose employees travel weekly, at a discount of fifteen percent and on the condition that unused beds are returned three days ahead.',
        'Energy, often named as the great advantage, plays a smaller part than passengers assume. A berth uses about twenty-eight kilowatt-hours over the 1,040 kilometers, less than a tenth of what a seat on the same flight burns, but electricity accounts for only seven percent of the cost of running the train. Staff accounts for thirty-one percent, track access for twenty-two, and cleaning and linen, the item nobody had thought of, for fourteen.',
      ],
    },
    {
      heading: 'What cannot be copied',
      paragraphs: [
        'Delegations from nine countries have visited the depot since last spring. Brandt tells them all the same thing: copy the timetable, not the train. In his view the cooperative succeeded because of three conditions that had nothing to do with carriages: a night charge that reflected an empty line, a fare set against hotels rather than flights, and cities willing to guarantee a loan. Where one of them is missing, he expects the sleepers to be back on the siding within five years.',
        'Not everybody is persuaded. Ingrid Solheim, who studies railway economics at the technical university, points out that the cooperative’s carriages are thirty-eight years old and will have to be replaced within the decade. New sleeping cars cost about two million euros each, and no operator of its size has ever financed a fleet without the state. “They have shown that people want the product,” she says. “They have not yet shown that anyone can pay for the next one.”',
        'The cooperative’s answer is a second route, planned for the autumn of 2026, which would spread the cost of depot and staff over twice the number of berths. It has ordered no carriages yet. At 21:24 the train pulls out, three minutes after the last flight of the day has been called at the airport across the bay, and the conductor walks through the corridor asking who would like to be woken, and when.',
      ],
    },
  ],
}
