import type { SourceKind } from '../../shared/summary/summary-page.ts'

/** Kinds that the form of a source shows, the likeliest first; empty for any. */
export type Kinds = readonly SourceKind[]

/** Text of a rule for those of its kinds that the source may be of: "a guide: …; story: …". */
export function byKind(texts: Partial<Readonly<Record<SourceKind, string>>>, kinds: Kinds): string {
  return Object.entries(texts)
    .filter(([kind]) => (kinds.length === 0 ? kind !== 'hearing' : kinds.some((each) => each === kind)))
    .map(([kind, text]) => `${kind}: ${text}`)
    .join('; ')
}

/** Whether a source may be of a kind. */
export const mayBe = (kinds: Kinds, kind: SourceKind): boolean => kinds.length === 0 || kinds.includes(kind)

/** Facts that every reader of a kind looks for: a page may report that they are missing. */
export const expectedFacts: Partial<Readonly<Record<SourceKind, string>>> = {
  meeting: 'owner of a task',
  offer: 'price, terms, seller',
  letter: 'deadline, amount, sender',
}

/** Contents of the gist, for kinds that have a rule of their own. */
export const gistByKind: Partial<Readonly<Record<SourceKind, string>>> = {
  story: 'who, the conflict, its turn',
  opinion: 'what its author holds and demands',
  hearing: 'who, by role, holds what and asks for what',
}

/** The same for the leads of advanced pages, which have room for more. */
export const leadByKind: typeof gistByKind = {
  story:
    'what sort of story in what world (a satire is called one), who, the conflict, its turn, its end with the twist',
  opinion: 'what its author, by name, holds of which event, why, and demands; a joke is called one',
  hearing: 'the matter with its main causes, by whose account; what is proposed or promised; who challenges it and why',
  report: 'the problem and for whom, its idea and finding in plain words, no formula, how sure, the main limit',
  meeting: 'what was decided, or that nothing was, for what targets; the doubt that remains, and the fallback',
}

/** Content of the takeaways, for kinds whose readers expect more of them than of others. */
export const takeawaysByKind: Partial<Readonly<Record<SourceKind, string>>> = {
  guide: 'reasons, warnings, options',
  opinion: 'reasons in order, concessions, answers, demands',
  report: 'problem, idea, findings, against what, limits',
  hearing: 'what it means for those concerned, reasons for and against, who holds what against whom, what was promised',
  story: 'motives, choice, its price, outcome, idea',
  offer: 'main items with price and seller, terms',
}

/** Topics of an advanced page, for each kind. */
export const mattersByKind: Readonly<Record<SourceKind, string>> = {
  news: 'what happened, what led to it, why it matters, each dispute with both sides, what comes next',
  opinion:
    'its event and its author’s thesis; the argument in its own order, each step with its evidence, example, tone and what it concedes; what critics say, all of them, with the answers; what it asks for or advises, item by item, and which links it infers itself',
  report:
    'the problem; its idea and the examples that carry it; how it was found or built, step by step; findings against what, how sure, and what they mean; limits; who gets what',
  meeting:
    'the task and its limits, with what was reported; matter by matter what was weighed, who for it and why, objections, where it ended (settled, provisional, dropped, open), options of one matter as a table; not what keyParts have, but why',
  hearing:
    'who speaks for whom; what is new or planned and why; matter by matter who challenged what and why, what the answer came to, how it ended, splits within a party too, short ones as a table (question; answer; what stayed open); figures with their caveats; dates and promises',
  interview: 'topic by topic what the person says, with examples; questions left open',
  talk: 'the main points in order, each with its example or evidence',
  guide:
    'what it is for; how it works, stage by stage in the source’s order, each with its name; reasons and warnings; options with their conditions as a table (option; for whom; what to watch); mistakes; plans, evidence (data, own experience), what it sells; no second list of the steps',
  story:
    'the stages of the plot to its end, each told in full, with who its persons are and what they want; how its turn or twist works, with the clues to it; what its persons argue about, its irony and its idea in its own words',
  reference: 'what it is, how it works or came about, how it is used, what is disputed',
  offer: 'what is offered, on what terms, what is claimed without proof, what goes unmentioned',
  letter: 'what is asked of whom by when, and the reasons given',
}

/** Parts of an advanced page that belong to no takeaway, for kinds that have some. */
export const ownPartsByKind: Partial<Readonly<Record<SourceKind, string>>> = {
  news: 'dates as a table, if three or more and no takeaway has them',
  report: 'figures over time or by group, as a table',
  story: 'who is who (person; wants; ends) as a table, if five or more matter',
  reference: 'a timeline or a table of key facts',
}
