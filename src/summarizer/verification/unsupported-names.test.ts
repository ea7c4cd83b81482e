import { describeClaims } from '../../../tests/support/verification.ts'

describeClaims([
  {
    name: 'German professions before names',
    from: 'de',
    source: 'Moritz Bach schreibt, die Akte scheitere. Anna Lind leitet die Klinik. Die Akte kostet viel Geld.',
    supported: [
      'Nach Ansicht des Autors Moritz Bach scheitert die Akte.',
      'Der Gründerin Anna Lind zufolge kostet die Akte viel Geld.',
      'Klinikchefin Anna Lind leitet die Klinik.',
    ],
    unsupported: [
      ['Nach Ansicht des Autors Peter Kardorff scheitert die Akte.', 'Peter Kardorff'],
      ['Klinikchefin Anna Kardorff leitet die Klinik.', 'Kardorff'],
    ],
  },
  {
    name: 'joined and split names',
    from: 'en',
    source: 'Open AI showed Chat GPT, and DeepMind answered with Alpha Fold; You Tube has the talk.',
    supported: [
      'OpenAI showed ChatGPT.',
      'DeepMind answered with AlphaFold.',
      'Deep Mind answered.',
      'The talk is on YouTube.',
      'Open AI has the talk.',
    ],
    unsupported: [['OpenBSD showed ChatBot.', 'OpenBSD', 'ChatBot']],
  },
  {
    name: 'names whose accented letters the source has lost',
    from: 'en',
    source: 'Mr. Yves-Franois Blanchet (BQ) thanked Ms. Sylvie Brub, who had been to Thaidene Nn and to Queb.',
    supported: ['Yves-François Blanchet thanked Sylvie Bérubé for Thaidene Nëné.'],
    unsupported: [
      ['Yves-Gonçalo Blanchet thanked Sylvie Brûlé.', 'Gonçalo', 'Brûlé'],
      ['Yves-Françoise Blanchet thanked Sylvie Bérubé.', 'Françoise'],
    ],
  },
  {
    name: 'plurals of abbreviations',
    from: 'en',
    source: 'A PhD of the team and an MRI showed the GPx of the other UFO.',
    supported: ['The PhDs of the team needed MRIs, GPxs and UFOs.'],
    unsupported: [['The MScs of the team left.', 'MScs']],
  },
  {
    name: 'abbreviations explained in place',
    from: 'en',
    source:
      'The FDA and the world food programme agreed. Officials of the National Weather Service were there with Reuters.',
    supported: [
      'The Food and Drug Administration (FDA) agreed.',
      'The Food and Drug Administration agreed.',
      'The World Food Programme (WFP) agreed.',
      'The National Weather Service (NWS) was there.',
    ],
    unsupported: [
      ['The Securities and Exchange Commission (SEC) agreed.', 'Securities', 'SEC'],
      ['The World Food Programme (UNHCR) agreed.', 'UNHCR'],
    ],
  },
  {
    name: 'days of the week in other words',
    from: 'en',
    source: 'Pat: who is coming on sat? Lee: me.',
    supported: ['Lee comes on Saturday.'],
    unsupported: [['Lee comes on Sunday.', 'Sunday']],
  },
  {
    name: 'days of the week that are tomorrow',
    from: 'fr',
    source: 'Le musée ouvre demain.',
    supported: ['Le musée ouvre le Mardi.'],
    unsupported: [['Le musée ouvre en Mai.', 'Mai']],
  },
  {
    name: 'common words with a capital',
    from: 'en',
    source: 'The committee that oversees the agency met in Boston. It is not known if Keller comes.',
    supported: [
      'Whether Keller comes is not known.',
      'Whether Boston agrees is not known.',
      'The Oversight Committee met.',
      'Oversight is the task of the committee.',
      "Here's what is known: Keller may come.",
      "There's a committee.",
      'Multiple members met.',
      'Columnist Keller may come.',
    ],
    unsupported: [
      ['Oakley is on the committee.', 'Oakley'],
      ['Columnist Oakley is on the committee.', 'Oakley'],
      ['The Oversight Committee met in Denver.', 'Denver'],
    ],
  },
])
