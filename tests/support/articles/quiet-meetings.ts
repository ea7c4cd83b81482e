import type { SampleArticle } from './article.ts'

export const quietMeetings: SampleArticle = {
  slug: 'the-company-that-stopped-talking-first',
  title: 'The Company That Stopped Talking First',
  author: 'Helen Voss',
  section: 'Work',
  publishedAt: '2025-06-20T05:15:00Z',
  standfirst:
    'An engineering firm replaced the opening of every meeting with twenty minutes of silence. Three years of records show what changed, and what did not.',
  parts: [
    {
      paragraphs: [
        'Meetings at Carrow & Pike, a firm of 640 bridge engineers, begin with the sound of pens. For twenty minutes nobody speaks. The people around the table read a paper of at most four pages, write questions in its margin, and wait. Only then does the chair ask the most junior person present what is wrong with it.',
        'The practice was introduced in January 2022, after an internal review of a footbridge that had to be closed eight days after its opening. The structure was sound, but it swayed. Two young engineers had known that it might. Both had been at the meeting where the damping was discussed, and neither had said a word.',
      ],
    },
    {
      heading: 'The loudest six minutes',
      paragraphs: [
        'The review’s author, the engineer Samir Haddad, did something that reviews seldom do: he listened to recordings. In forty-one design meetings from the two years before the closure, the first person to give an opinion spoke after an average of ninety seconds. In thirty-four of them the decision at the end was the one that this person had proposed. The discussion in between, fifty minutes long on average, had changed almost nothing.',
        'Haddad did not conclude that senior people were bullies. Most of them invited objections, sometimes twice. He concluded that an opinion, once spoken by somebody with a reputation, turns every later contribution into an answer to it. The meeting stops looking for problems and starts weighing one solution. “We thought we had a shortage of courage,” he wrote. “We had a surplus of beginnings.”',
      ],
    },
    {
      heading: 'What the records show',
      paragraphs: [
        'The firm has kept count ever since. In the year before the change, design meetings raised 2.1 substantive objections each; in the third year after it, they raised 5.7. Engineers with less than three years of service used to contribute eight percent of them and now contribute twenty-nine. The median length of a meeting fell from fifty-eight minutes to forty-six, silence included.',
        'The figure that convinced the board was a different one. Changes made after drawings have been issued are the most expensive kind, at an average of 11,400 pounds each. Their number fell from 310 in 2021 to 188 in 2024, although the firm took on more work. Haddad is careful about the cause: a new modeling program was introduced in the same period, and he attributes about a third of the fall to it.',
        'Not everything improved. The papers have to be written, and writing one takes between three and five hours. A survey in the second year found that project leaders spent eleven percent more time preparing than before. Twelve of them left the firm, and four said in their exit interviews that they had become engineers in order not to write essays.',
      ],
    },
    {
      heading: 'Why reading together matters',
      paragraphs: [
        'An obvious economy would be to send the paper around the day before. Carrow & Pike tried this for one quarter in 2023. Records from the document system showed that forty-four percent of participants had not opened the file when the meeting began, and that those who had not were the first to speak. Objections fell by half. The silence was restored in April.',
        'The psychologist Lena Marsh, who has studied the firm with its consent, believes that the shared silence does something else besides making sure that people read. In interviews, junior engineers described seeing a partner stop at a page, frown and turn back. It told them that the passage was difficult for everybody. “They discover that confusion is not a sign of rank,” she says. In her experiments with students, groups that read side by side asked forty percent more questions than groups that had read the same text alone for the same length of time.',
      ],
    },
    {
      heading: 'Where silence fails',
      paragraphs: [
        'The method has been dropped in three citations. In emergency calls it cost time that nobody had. In talks with clients it looked like indifference. And in meetings about people rather than structures, such as promotions, the written papers made things worse: a judgment on paper hardened, and nobody wanted to be the first to contradict it in the margin. Those meetings now begin with each person speaking for one minute, in an order drawn by lot.',
        'Remote meetings were the hardest case. With cameras on, twenty minutes of silence proved almost unbearable; with cameras off, people did other things. The version that survived is a shared document in which everyone’s cursor is visible. Marsh compares it to hearing pages turn.',
      ],
    },
    {
      heading: 'A rule that costs nothing',
      paragraphs: [
        'Other firms have come to look, and most go home with the twenty minutes. Haddad thinks they take the wrong half. In his view the silence only prepares the ground; what changed the decisions is the rule that the most junior person speaks first and that the most senior speaks last. When one department kept the reading but let the partners open the discussion, objections from younger colleagues fell back to twelve percent within two months.',
        'The footbridge reopened in 2023 with eight dampers beneath its deck. A plate at the northern end names the two engineers who had known. It was their idea to add, in smaller letters, the words: “Ask us sooner.”',
      ],
    },
  ],
}
