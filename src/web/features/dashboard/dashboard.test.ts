import { describe, expect, it } from 'vitest'
import { planOf } from '../../../../tests/support/plans.ts'
import type { Plan, PlanId } from '../../../shared/plans/catalogue.ts'
import { emptyDraft } from '../../lib/stores/drafts.ts'
import { checkDraft } from './check-draft.ts'
import { ebookBadge } from './ebook-tab.tsx'
import { nextPlan } from './next-plan.ts'
import { countText, overLimitLine } from './text-tab.tsx'
import { upgradeReasons } from './upgrade-dialog.tsx'

const plan = (id: PlanId, amount: number, rights: Partial<Plan> = {}): Plan =>
  planOf(id, id.charAt(0).toUpperCase() + id.slice(1), {
    price: { amount, currency: 'usd' },
    summariesPerMonth: 3,
    ...rights,
  })

const starter = plan('starter', 0)
const lite = plan('lite', 900)
const full = { summariesPerMonth: null, exports: true, ebooks: true }
const pro = plan('pro', 2900, { ...full, highlighted: true })
const elite = plan('elite', 5900, { ...full, advanced: true })
const standard = { name: 'standard', plans: [starter, lite, pro, elite] }

describe('overLimitLine', () => {
  const plans = [starter, { ...elite, textLimitCharacters: 10_000 }]
  const over = 'This text is over the limit of 2,500 characters.'

  it('suggests a plan that allows the text, and always an upload', () => {
    expect(overLimitLine(plans, starter, 10_000)).toBe(`${over} Elite allows 10,000. Or upload it as a text file.`)
    expect(overLimitLine(plans, starter, 10_001)).toBe(`${over} Upload it as a text file instead.`)
  })
})

describe('countText', () => {
  it.each([
    [0, { label: '2,500 chars left', tone: 'plain', isOver: false }],
    [2000, { label: '500 chars left', tone: 'plain', isOver: false }],
    [2001, { label: '499 chars left', tone: 'secondary', isOver: false }],
    [2500, { label: '0 chars left', tone: 'secondary', isOver: false }],
    [2501, { label: '1 over limit', tone: 'bad', isOver: true }],
  ])('of %i characters', (length, expected) => {
    expect(countText(length, 2500)).toEqual(expected)
  })
})

describe('checkDraft', () => {
  it('completes a URL', () => {
    const draft = { ...emptyDraft, url: ' example.org/a ' }
    expect(checkDraft(draft, null)).toEqual({ ok: true, payload: { url: 'https://example.org/a' } })
  })

  it.each(['', '   ', 'not an address', 'localhostess'])('rejects %j as a URL', (url) => {
    expect(checkDraft({ ...emptyDraft, url }, null)).toEqual({
      ok: false,
      field: 'url',
      title: 'URL Required',
      description: 'Please enter a valid URL to summarize.',
    })
  })

  it('sends a text with its title, if any', () => {
    const draft = { ...emptyDraft, tab: 'text' as const, content: ' Text ' }
    expect(checkDraft(draft, null)).toEqual({ ok: true, payload: { content: 'Text' } })
    expect(checkDraft({ ...draft, title: ' T ' }, null)).toEqual({ ok: true, payload: { content: 'Text', title: 'T' } })
  })

  it('rejects a missing or overlong text', () => {
    const draft = { ...emptyDraft, tab: 'text' as const }
    expect(checkDraft(draft, null)).toMatchObject({
      title: 'Content Required',
      description: 'Please enter some text content to summarize.',
    })
    expect(checkDraft({ ...draft, content: 'x' }, 'Too much.')).toMatchObject({
      title: 'Content Too Long',
      description: 'Too much.',
    })
  })
})

describe('checkDraft of an upload', () => {
  const upload = {
    objectPath: 'uploads/1',
    fileName: 'report.pdf',
    fileType: 'pdf' as const,
    bytes: 10,
    words: 20,
    title: ' Report ',
  }

  it('sends the path of the file, and its title unless that is too long', () => {
    const draft = { ...emptyDraft, tab: 'document' as const, document: upload }
    expect(checkDraft(draft, null)).toEqual({ ok: true, payload: { fileUrl: 'uploads/1', title: 'Report' } })
    for (const title of ['', 'x'.repeat(301)]) {
      const untitled = { ...draft, document: { ...upload, title } }
      expect(checkDraft(untitled, null)).toEqual({ ok: true, payload: { fileUrl: 'uploads/1' } })
    }
  })

  it('asks for the file of its tab', () => {
    const draft = { ...emptyDraft, document: upload, epub: null }
    expect(checkDraft({ ...draft, tab: 'epub' }, null)).toMatchObject({
      title: 'E-Book Required',
      description: 'Please upload an EPUB file to summarize.',
    })
    expect(checkDraft({ ...draft, tab: 'document', document: null }, null)).toMatchObject({
      title: 'File Required',
      description: 'Please upload a file to summarize.',
    })
  })
})

describe('the badge of the e-book tab', () => {
  it('shows the first plan that includes e-books', () => {
    expect(ebookBadge(standard.plans)).toBe('Pro+')
    expect(ebookBadge([starter, { ...lite, name: 'Shelf', ebooks: true }])).toBe('Shelf+')
    expect(ebookBadge([starter])).toBeNull()
  })
})

describe('upgrade offers', () => {
  it('suggest a plan that adds something, and none on the top plan', () => {
    expect(nextPlan(standard, starter, false)?.plan.id).toBe('pro')
    expect(nextPlan(standard, lite, false)?.plan.id).toBe('pro')
    expect(nextPlan(standard, pro, false)?.plan.id).toBe('elite')
    expect(nextPlan(standard, elite, false)).toBeNull()
    const whole = plan('pro', 1200, { ...full, advanced: true, highlighted: true })
    const two = { name: 'two', plans: [starter, whole] }
    expect(nextPlan(two, starter, false)?.plan).toBe(whole)
    expect(nextPlan(two, whole, false)).toBeNull()
  })

  it('list exactly what the next plan adds', () => {
    expect(nextPlan(standard, starter, false)).toMatchObject({
      title: 'E-books, exports, no limits',
      text: 'Pro summarizes e\u2011books and exports to Markdown and PDF.',
    })
    expect(nextPlan(standard, pro, false)).toMatchObject({
      title: 'The full argument',
      text: 'Elite writes summaries about five times longer, with notable quotes.',
    })
    // A custom catalogue without a recommended plan.
    const shelf = plan('lite', 900, { name: 'Shelf', summariesPerMonth: 25 })
    const free = plan('pro', 1900, { name: 'Free hand', summariesPerMonth: null })
    const long = plan('elite', 2900, { name: 'Long', summariesPerMonth: null, textLimitCharacters: 9000 })
    const own = { name: 'own', plans: [starter, shelf, free, long] }
    expect(nextPlan(own, starter, false)).toEqual({
      plan: shelf,
      title: 'More summaries',
      text: 'Shelf includes 25 a month.',
    })
    expect(nextPlan(own, shelf, false)).toMatchObject({
      title: 'No limits',
      text: 'Free hand has no monthly limit.',
    })
    expect(nextPlan(own, free, false)).toMatchObject({
      title: 'Longer texts',
      text: 'Paste up to 9,000 characters on Long.',
    })
    expect(nextPlan({ name: 'same', plans: [starter, plan('lite', 900)] }, starter, true)).toBeNull()
  })

  it('match the catalogue', () => {
    expect(upgradeReasons(standard.plans, true).join(' ')).toMatch(
      /\(Elite\).*\(Pro and up\).*\(Pro and up\).*\(Pro and up\)/,
    )
    expect(upgradeReasons([starter], true)).toEqual([])
    const two = [starter, plan('pro', 1200, { ...full, advanced: true })]
    expect(upgradeReasons(two, true)).toEqual([
      'Summaries about five times longer, with notable quotes (Pro)',
      'Unlimited summaries (Pro)',
      'E\u2011books (Pro)',
      'Export as Markdown and PDF (Pro)',
    ])
  })

  it('include questions only where a language model answers them, since others are unlimited', () => {
    const few = { ...starter, questionsPerMonth: 10 }
    const many = plan('lite', 900, { name: 'Lite', questionsPerMonth: null })
    const catalogue = { name: 'asked', plans: [few, many] }
    expect(upgradeReasons(catalogue.plans, true)).toContain('Unlimited questions to your sources (Lite)')
    expect(nextPlan(catalogue, few, true)?.title).toBe('More questions')
    expect(upgradeReasons(catalogue.plans, false).join(' ')).not.toContain('questions')
    expect(nextPlan(catalogue, few, false)).toBeNull()
  })
})
