import { describe, expect, it } from 'vitest'
import { pageOf } from '../../../tests/support/pages/page-of.ts'
import { typographic, typographicPage } from './typography.ts'

describe('typographic marks', () => {
  it.each([
    ["The board doesn't own the harbors' cranes.", 'The board doesn’t own the harbors’ cranes.'],
    ['She called it "a gift", not "a loan".', 'She called it “a gift”, not “a loan”.'],
    ['It was “very boring , very plain” , he said . Why ?', 'It was “very boring, very plain”, he said. Why?'],
    [
      'Run git add . and docker build . -t web, if ! it fails',
      'Run git add . and docker build . -t web, if ! it fails',
    ],
    ['In .NET, a list of .5 and : colons', 'In .NET, a list of .5 and : colons'],
    ['Call print("x") with a 5\' 3" board.', 'Call print("x") with a 5\' 3" board.'],
  ])('are set in %s', (text, set) => {
    expect(typographic(text, 'en')).toBe(set)
  })

  it.each([
    ['« Vraiment ? » Oui !', '«\u00a0Vraiment\u00a0?\u00a0» Oui\u00a0!'],
    [
      "Le vote: l'«urgence» dès 12:30; voir https://a.example/b",
      'Le vote\u00a0: l’«\u00a0urgence\u00a0» dès 12:30\u00a0; voir https://a.example/b',
    ],
    ['«\u00a0Oui\u00a0», dit-il.', '«\u00a0Oui\u00a0», dit-il.'],
  ])('are set in French: %s', (text, set) => {
    expect(typographic(text, 'fr')).toBe(set)
  })

  it('leave quotation marks of other languages and the source’s own words alone', () => {
    expect(typographic('Elle l\'appelle "un don".', 'fr')).toBe('Elle l’appelle "un don".')
    const page = typographicPage(pageOf({ gist: "It doesn't float.", quotes: ["It don't float."] }), 'en')
    expect([page.gist.text, page.quotes[0]?.text]).toEqual(['It doesn’t float.', "It don't float."])
  })

  it('are set in the title and the questions of a page', () => {
    const page = { ...pageOf({ gist: 'It floats.' }), title: "The harbor's crane", questions: ["Who doesn't pay?"] }
    const { title, questions } = typographicPage(page, 'en')
    expect([title, ...(questions ?? [])]).toEqual(['The harbor’s crane', 'Who doesn’t pay?'])
  })
})
