import wordings from './wordings.json' with { type: 'json' }

// Wordings of the pages that replace an article: errors, walls, requests for consent.

const anyOf = (alternatives: readonly string[]): RegExp => new RegExp(alternatives.join('|'), 'iu')

/** A title or heading of a "page not found" page. */
export const missingTitle = anyOf(wordings.missingTitle)
/** The same in a sentence. */
export const missingSentence = anyOf([...wordings.missingTitle, ...wordings.missingSentence])
export const robotCheck = anyOf(wordings.robotCheck)
export const loginWall = anyOf(wordings.loginWall)
/** Wordings at the end of the free part of an article. */
export const payWall = anyOf(wordings.payWall)
export const consentWall = anyOf(wordings.consentWall)
/** Buttons that answer a request for consent. */
export const consentButton = new RegExp(`^(?:${wordings.consentButton.join('|')})[.!]?$`, 'iu')
export const scriptNeeded = anyOf(wordings.scriptNeeded)
