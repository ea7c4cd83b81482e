import type { WrittenPage } from './written-page.ts'

const paragraphs = [
  'THE LAMP AT SKERRY POINT',
  'BY ODA LINDQVIST',
  'The lamp went out at ten past four, and Maren knew before she was awake. The room had been turning all night, once in twelve seconds, white and then black, and now it was only black.',
  '“Father,” she said. “It has stopped.”',
  'Nobody answered. Her father had walked to the village for oil and had not come back over the sand, because the tide had come in between.',
  'She put on his coat, which reached her ankles, and climbed. There were a hundred and eight steps. He always said the number aloud when he reached the top, as if somebody might have taken one away. She did not count. She thought of the oil that was not there, and of the sea, which was so near in the dark that she heard it breathe under the stairs.',
  'The great lens stood still. The weight that drove it had come down to the floor, and the chain was slack. “You wind it every four hours,” he had told her. “You may forget to eat. You may forget my birthday. You don’t forget the lamp.”',
  'She had fallen asleep. She was eleven years old, and she had fallen asleep.',
  '“Then wind,” she told herself, and took the crank in both hands. It did not move.',
  'She hung on it with all of her weight. The crank went down a hand’s breadth and stopped, and then it came up again and threw her against the rail.',
  'Out at sea somebody blew a horn, long and low.',
  '“They are looking for us,” said Maren, and she said it to the lamp, for want of anybody else. “They think that we are somewhere else.”',
  'She knew the horn. It was the Petrel, which carried the mail and old Bastian, who had a wooden whistle for her each time and pretended that he had found it in his ear. The Petrel came round the point at half past four, and it steered by counting: twelve seconds white and black meant Skerry; a lamp that did not turn meant Holm, and at Holm you turned toward the land.',
  'If you turned toward the land at Skerry, you turned onto the Teeth.',
  '“I can’t turn it,” she said. “I am too small.”',
  'The horn blew again. It was nearer, and it seemed to her that it asked a question.',
  'So she did the only thing that she could think of. She lit the wick again, which was easy, and took off her father’s coat. She stood before the glass, where the light was so strong that she had to shut her eyes, and held the coat up before it with both arms. She counted to six. She dropped the coat. She counted to six.',
  '“White,” said Maren, “and black. White and black.”',
  'Her arms began to shake after the third time. After the tenth she no longer felt them. The coat smelled of oil and tobacco and it was as heavy as a sheep. “One, two, three,” she counted, and whenever she lost the number she said, “A hundred and eight,” and began again.',
  'She did not see the Petrel. She saw nothing but red, because her eyes were closed and the light came through the lids. But she heard the horn go from the left of her to the right, slowly, and far out, where it should be. Then it was still, and only the sea was left, and she went on, because nobody had told her that she might stop.',
  'When her father came over the wet sand at seven, running, he saw that the lens was standing still and that the tower went white and black all the same. He climbed the steps without counting them.',
  '“Put it down,” he said. “Maren. It is day. You can put it down.”',
  '“I slept,” she said. “I let it stop.”',
  'He took the coat out of her hands, which would not open, and he had to do it finger by finger. He looked at the crank. He put his own shoulder to it, and it went down a hand’s breadth and came up again.',
  '“The pawl is broken,” he said. “It has been going for a year. I could not have wound it either.” He sat down on the floor of the lamp room, as she had never seen him do. “I wrote to the harbor board about it three times. And I left you alone with it.”',
  '“Did they see me?” said Maren.',
  'In the afternoon the Petrel came back from the islands and lay to before the point, where it never stopped. Old Bastian rowed over by himself. He had a whistle for her, but he did not look for it in his ear. He laid it in her bandaged hand.',
  '“Twelve seconds,” he said to her father. “I have steered by that lamp for thirty years, and last night it was a little slow. It was thirteen at the end, I would say. Fourteen. I said to the mate: the old man is getting tired.”',
  '“It was not I,” said her father.',
  '“No,” said Bastian. “I can see that.”',
  'The harbor board sent a new pawl in the spring, and with it a printed form on which every stoppage of the lamp was to be entered, with its cause. Her father filled it in at the table. Maren read it over his shoulder. Under the date he had written: “Lamp did not stop.”',
  '“That is not true,” she said.',
  'He blotted the line and thought about it, for he was an exact man, and counted stairs. “It says the lamp,” he answered at last. “It does not say the lens.”',
  'She took his coat from the hook that evening, to hang it up by the stove, and found that it had been mended where the light had scorched it, with small, bad stitches, and that it was hers now, because it had been cut off at the hem.',
]

export const story: WrittenPage = {
  source: { kind: 'text', content: paragraphs.join('\n\n') },
  answer: {
    kind: 'story',
    flags: ['fiction'],
    title: '',
    gist: {
      text: 'Eleven-year-old Maren, alone in a lighthouse, wakes to find that its lamp has stopped. A mail boat that steers by it is coming, and she can’t turn the lens.',
      blocks: ['b3', 'b8', 'b13'],
    },
    keyParts: [],
    takeaways: [
      {
        label: 'Premise',
        text: 'Maren’s father is cut off by the tide; he had told her that one never forgets to wind the lamp, and she fell asleep.',
        blocks: ['b5', 'b7', 'b8'],
      },
      {
        label: 'Danger',
        text: 'The Petrel knows Skerry by a light that turns in twelve seconds; a still one means Holm, and turning there leads onto the rocks.',
        blocks: ['b13', 'b14'],
      },
      {
        label: 'Her way out',
        text: 'As the crank won’t move, she lights the wick and holds up and drops her father’s coat before it, counting to six each time.',
        blocks: ['b10', 'b17'],
      },
      {
        label: 'Outcome',
        text: 'The boat passes far out, and her father finds that a broken part, of which he had warned three times, made winding impossible.',
        blocks: ['b20', 'b25'],
      },
    ],
    summary: [],
    parts: [
      {
        title: 'The plot',
        form: 'text',
        header: [],
        lines: [
          {
            cells: [
              'At ten past four the light at Skerry Point stops turning. Maren climbs the 108 steps in her father’s coat, but the crank throws her against the rail. A horn sounds: the Petrel, with old Bastian, who brings her whistles.',
            ],
            blocks: ['b3', 'b6', 'b10', 'b13'],
          },
          {
            cells: [
              'She imitates the turning light with the coat, until she no longer feels her arms. With her eyes closed she hears the horn pass far out. Her father comes at seven and takes the coat from her finger by finger. He tells her that the pawl has been broken for a year, that he could not have wound it either, and that he left her alone with it.',
            ],
            blocks: ['b17', 'b19', 'b20', 'b21', 'b24', 'b25'],
          },
          {
            cells: [
              'Bastian rows over with a whistle. The light was a little slow, he says, and sees who made it. In the spring her father fills in a form: “Lamp did not stop.” Maren objects, and he answers that it says the lamp, not the lens. She finds that he has cut his coat to her size.',
            ],
            blocks: ['b27', 'b28', 'b30', 'b31', 'b33', 'b34'],
          },
        ],
      },
      {
        title: 'What the story shows',
        form: 'text',
        header: [],
        lines: [
          {
            cells: [
              'A child takes a fault on herself that was never hers. Her father, an exact man, finds a way to clear her without a lie, and shortens the coat in which she did his work.',
            ],
            blocks: ['b25', 'b33', 'b34'],
          },
        ],
      },
    ],
    quotes: [{ text: 'It does not say the lens.', speaker: '', block: 'b33' }],
    questions: [],
  },
}
