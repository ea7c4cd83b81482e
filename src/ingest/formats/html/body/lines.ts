import wordings from './wordings.json' with { type: 'json' }

// Lines that are not part of what was written: labels, invitations, pointers to other pages.

const label = new RegExp(`^(?:${wordings.labels.join('|')})[\\s.:!…»›→>]*$`, 'iu')

/** A label before a link to something else: "Related: …", "READ MORE: …". */
const pointer = new RegExp(`^[\\s>»•*–—-]*(?:${wordings.pointers.join('|')})\\s*(?:[:：|»›>–—-]|$)`, 'iu')

/** Sentences that ask the reader for something. */
const request = new RegExp(wordings.requests.join('|'), 'iu')

/** Words of a publisher about itself and the reader: "our newsletter". */
const address = new RegExp(`(?<![\\p{L}’'])(?:${wordings.addresses.join('|')})(?!\\p{L})`, 'iu')

/** Lines that explain how the page was made. */
const credit = new RegExp(wordings.credits.join('|'), 'iu')

/** Words of lines about dates and authorship. */
const dateWords = new RegExp(`\\b(?:${wordings.dateWords.join('|')})\\b|[가-힣]{2,4}입력`, 'giu')

const metaField = new RegExp(wordings.metaFields.join('|'), 'giu')

/** Icon names that an icon font would draw: "arrow_forward_ios". */
const iconName = /^[a-z]+(?:_[a-z]+)+$/u

/** Labels over lists of other pages. */
const sectionLabel = new RegExp(wordings.sectionLabels.join('|'), 'iu')

/** From one time of day to another: "9:00–17:00", "9 a.m. to 5 p.m." */
const hours =
  /(?<![\d.])\d{1,2}(?:[:.h]\d{2}|\s?[ap]\.?m\.?)\s?(?:[–—-]|to|bis)\s?\d{1,2}(?:[:.h]\d{2}(?![.\d])|\s?[ap]\.?m)/iu

/** Whether a line only states when, and perhaps by whom, something was published. */
export function isDateline(text: string): boolean {
  if (text.length > 160 || !/\d/u.test(text) || hours.test(text)) return false
  const rest = text
    .replace(dateWords, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  const dated = /\d{1,4}\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,4}|\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b|\bago\b/iu.test(text)
  const isSentence = /(?<!\b[ap]\.m)[.!?。]["”’)]*$/iu.test(text)
  const isLabeled = /^[^\p{L}\p{N}]*(?:\d|published|posted|updated|by\b)/iu.test(text)
  return dated && (rest.length <= 6 || (rest.length <= 40 && isLabeled && !isSentence))
}

/** Whether a line lists properties of the article: "12/03/2024 - Posted by: A. B. - Category: Sea - Tags: tides". */
export const isMetaLine = (text: string): boolean => text.length <= 240 && (text.match(metaField)?.length ?? 0) >= 2

/** Whether a line outside the text begins with its author's name, as notes about authors do. */
export const isAboutAuthor = (text: string, author: string | null): boolean =>
  author !== null && text.startsWith(`${author} `)

export const isSectionLabel = (text: string): boolean => text.length <= 60 && sectionLabel.test(text)
export const isLabel = (text: string): boolean => text.length <= 90 && (label.test(text) || iconName.test(text))
export const isPointer = (text: string): boolean => text.length <= 300 && pointer.test(text)
export const isClosing = (text: string): boolean => text.length <= 500 && (request.test(text) || credit.test(text))

/** A sentence whose second clause may attribute the first to a speaker: "…, Ada Lind explained." */
const reporting =
  /^[^,.!?]*,\s(?!(?:and|or|und|et|y|e|it|every|which|we|you)\s)\S{1,20}\s[^,!?]*(?<!\p{L})\p{Ll}{4}[^,!?]*\.$/u

/**
 * Whether a line at the very end asks the reader for something or explains how the page was made. A request has a link,
 * or is one clause about the publisher itself; others are sentences of the text: "Subscribe now, said the poster."
 */
export function isClosingLine(text: string, hasLink: boolean): boolean {
  if (!isClosing(text)) return isDateline(text) && /^(?:first|last|updated|modified|published|posted)\b/iu.test(text)
  if (credit.test(text)) return true
  if (/^["“„«]/u.test(text)) return false
  const isAddressed = address.test(text.split(',')[0] ?? '')
  return hasLink ? isAddressed || !reporting.test(text) : isAddressed && !text.includes(',')
}
