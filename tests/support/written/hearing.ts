import type { WrittenPage } from './written-page.ts'

const turns = [
  'Chair Okafor: Good morning. The committee on harbors takes evidence today on the petition to close the old fish market in Lisker. We have the petitioner, Ms. Rhys, the harbor master, Mr. Dane, and the Minister for Fisheries. Ms. Rhys, why should the market close?',
  'Delia Rhys: Thank you. I speak for 212 households in Quay Street. The market runs from two in the morning, six nights a week, and the cooling units stand eleven meters from our bedrooms. We measured 61 decibels on 40 nights last year; the limit is 45. We have asked for walls since 2019, and nothing was built.',
  'Chair Okafor: Is it the market that you want closed, or the noise?',
  'Delia Rhys: The noise. If the units moved to the outer pier, we would withdraw the petition the same day.',
  'Member Sorley MP: Would you accept the noise for another two years, if a move to the pier were certain?',
  'Delia Rhys: One year, with walls in the meantime. Two years of nights is a long time when you have been promised things since 2019.',
  'Chair Okafor: Mr. Dane, is a move to the outer pier possible?',
  'Arlo Dane: It is possible, and it is expensive. The pier has no three-phase power. The cable alone costs 1.3 million, and the units another 600,000. The harbor earns 900,000 a year from the market. I would have to borrow for it.',
  'Member Sorley MP: Your annual report says that the harbor has reserves of 2.4 million. Why borrow?',
  'Arlo Dane: Those are for dredging, by statute. If I spend them on cables and the channel silts up, the trawlers go to Brannock, and there is no market left to argue about.',
  'Member Iqbal MP: How many jobs depend on the market?',
  'Arlo Dane: Directly 74. With the drivers and the ice works we say about 190, but that is our own estimate, and nobody has audited it.',
  'Member Iqbal MP: And have you built the walls that Ms. Rhys speaks of?',
  'Arlo Dane: No. We had a quotation in 2021, for 85,000. The board thought that a move was near, and that walls would be money thrown away. In hindsight that was a mistake.',
  'Chair Okafor: Minister, what does the government say?',
  'Minister Halloran: The government does not want the market closed. Lisker lands a fifth of the inshore catch. But we can’t pay for every cable in every harbor. There is a fund for cleaner harbors, which covers up to 40 percent of works of this kind. The harbor has not applied.',
  'Member Sorley MP: Why has it not applied, Mr. Dane?',
  'Arlo Dane: Because the fund asks for a plan with planning permission, and permission costs 70,000 before we know whether we get a penny.',
  'Minister Halloran: I hear that often, and I have some sympathy. I will write to the committee by the end of May on whether the fund can pay for permissions as well.',
  'Member Iqbal MP: Is that a promise to pay?',
  'Minister Halloran: It is a promise to write.',
  'Chair Okafor: Let me ask about the limit itself. Ms. Rhys says 45 decibels. Mr. Dane, do you accept her measurements?',
  'Arlo Dane: I accept that it is loud. I don’t accept 61. Her instrument stood on a balcony, facing the units. Our own survey found 52 on the pavement. Both are above the limit, so I won’t hide behind the difference.',
  'Delia Rhys: People don’t sleep on the pavement.',
  'Member Sorley MP: Could the market simply start later, at five?',
  'Arlo Dane: Then the fish misses the 4:15 train, and the buyers in the capital buy from Brannock. We tried it in 2018 for six weeks. Sales fell by 31 percent.',
  'Delia Rhys: That was in a winter of storms, when little was landed anyway. Mr. Dane knows that.',
  'Arlo Dane: Landings fell by 12 percent in those weeks. So the storms explain some of it, and not all.',
  'Member Iqbal MP: Minister, could the law be used? The Noise Act lets you order a screen.',
  'Minister Halloran: It lets the county order one. We have asked the county twice. It answers that the harbor is on Crown land, and that the Act does not bind the Crown. Our lawyers disagree. It has never been tested in court.',
  'Chair Okafor: Does the government intend to test it?',
  'Minister Halloran: Not if the parties can agree. Litigation would take longer than a cable.',
  'Chair Okafor: Ms. Rhys, Mr. Dane, could you agree today on walls, as a first step?',
  'Arlo Dane: I can say that I will put the walls to my board on the 14th of April, with my support. I can’t speak for its vote. The price will have risen; I expect about 110,000.',
  'Delia Rhys: If the board votes for walls, we will suspend the petition for a year. Not withdraw it.',
  'Member Sorley MP: That seems to me more than we had this morning.',
  'Member Iqbal MP: I would like to know who pays when the pier needs its cable in the end. We have heard 1.9 million, 40 percent from a fund that nobody has applied to, and reserves that may not be touched.',
  'Minister Halloran: The rest would be for the harbor and its users. A levy of two percent on landings would raise about 150,000 a year.',
  'Arlo Dane: The skippers would have something to say about that. They are not here. I would not agree to a levy without them.',
  'Chair Okafor: Then we should hear them. The committee will invite the skippers’ association to its next session, on the 6th of May. I thank the witnesses. The petition stays open until then.',
]

const filler =
  'Clerk Bowen: For the record, the committee received 38 letters on the petition, of which 21 support it, 14 oppose it and three ask for other hours. They are listed in the annex.'

export const hearing: WrittenPage = {
  supported: 'I would not agree to a levy without them.',
  source: {
    kind: 'text',
    content: [...turns, filler, filler.replace('For the record', 'And again for the record')].join('\n'),
  },
  answer: {
    kind: 'hearing',
    flags: [],
    title: 'Lisker fish market: hearing on night noise',
    gist: {
      text: 'Residents of Quay Street would suspend their petition against Lisker’s fish market for a year if the harbor builds noise walls. Harbor master Arlo Dane takes this to his board on April 14.',
      blocks: ['b34', 'b35'],
    },
    keyParts: [],
    takeaways: [
      {
        label: 'Residents',
        text: 'Delia Rhys, for 212 households, measured 61 decibels against a limit of 45, and wants the cooling units moved, not the market closed.',
        blocks: ['b2', 'b4'],
      },
      {
        label: 'Harbor',
        text: 'Dane says that moving the units to the outer pier costs 1.9 million in all, and that reserves of 2.4 million are reserved for dredging.',
        blocks: ['b8', 'b10', 'b37'],
      },
      {
        label: 'Government',
        text: 'Minister Halloran wants the market kept, but points to a fund that pays up to 40 percent and to which the harbor has not applied.',
        blocks: ['b16'],
      },
      {
        label: 'Promised',
        text: 'The Minister will write by the end of May on whether the fund can pay for planning permissions: “a promise to write,” not to pay.',
        blocks: ['b19', 'b21'],
      },
    ],
    summary: [],
    parts: [
      {
        title: 'How loud is the market?',
        form: 'debate',
        header: [],
        lines: [
          {
            cells: [
              'Delia Rhys',
              'Measured 61 decibels on 40 nights; the limit is 45. “People don’t sleep on the pavement.”',
            ],
            blocks: ['b2', 'b24'],
          },
          {
            cells: [
              'Arlo Dane',
              'Disputes 61, because the instrument faced the units from a balcony. His survey found 52 on the pavement, and he concedes that both are above the limit.',
            ],
            blocks: ['b23'],
          },
        ],
      },
      {
        title: 'Could the market open at five?',
        form: 'debate',
        header: [],
        lines: [
          {
            cells: [
              'Arlo Dane',
              'The fish would miss the 4:15 train. Sales fell by 31 percent when it was tried in 2018.',
            ],
            blocks: ['b26'],
          },
          { cells: ['Delia Rhys', 'That winter was stormy, and little was landed anyway.'], blocks: ['b27'] },
        ],
      },
      {
        title: 'Who pays for the pier?',
        form: 'debate',
        header: [],
        lines: [
          {
            cells: [
              'Minister Halloran',
              'The fund up to 40 percent, the harbor and its users the rest. A levy of two percent would raise about 150,000 a year.',
            ],
            blocks: ['b16', 'b38'],
          },
          {
            cells: [
              'Arlo Dane',
              'Won’t agree to a levy without the skippers. The fund asks for planning permission first, which costs 70,000.',
            ],
            blocks: ['b18', 'b39'],
          },
          {
            cells: ['Member Iqbal', 'Sees a fund that nobody has applied to, and reserves that may not be touched.'],
            blocks: ['b37'],
          },
        ],
      },
      {
        title: 'Questions left open',
        form: 'bullets',
        header: [],
        lines: [
          { cells: ['Whether the board votes for walls, which Dane expects to cost about 110,000.'], blocks: ['b34'] },
          {
            cells: [
              'Whether the Noise Act binds a harbor on Crown land: the government’s lawyers say so, the county denies it, and no court has decided.',
            ],
            blocks: ['b30'],
          },
          { cells: ['What the skippers say: the committee invites them on May 6.'], blocks: ['b40'] },
        ],
      },
    ],
    quotes: [{ text: 'It is a promise to write.', speaker: 'Minister Halloran', block: 'b21' }],
    questions: [],
  },
}
