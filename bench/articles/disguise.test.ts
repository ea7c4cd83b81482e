import { describe, expect, it } from 'vitest'
import { disguisePage, disguises } from './disguise.ts'

const PAGE = `<html><head><style>.share-bar { display: none }</style><script type="application/ld+json">{}</script></head>
<body><article id="a"><div class="share-bar">x</div><p class="share-bar y">Text.</p></article></body></html>`

function disguised(name: string): string {
  const disguise = disguises.find((one) => one.name === name)
  if (disguise === undefined) throw new Error(`no disguise ${name}`)
  return Buffer.from(disguisePage(Buffer.from(PAGE), disguise)).toString()
}

describe('disguisePage', () => {
  it('masks equal names alike everywhere', () => {
    const html = disguised('masked class names')
    expect(html).not.toContain('share-bar')
    const [name = ''] = /\.x[\w]+(?= \{)/u.exec(html) ?? []
    expect(html.split(`class="${name.slice(1)}`)).toHaveLength(3)
  })

  it('removes one kind of evidence and keeps the text', () => {
    expect(disguised('no names at all')).not.toMatch(/ (?:class|id)=/u)
    expect(disguised('no sectioning tags')).not.toContain('<article')
    expect(disguised('no JSON-LD')).not.toContain('ld+json')
    expect(disguised('paragraphs as divs')).not.toContain('<p')
    expect(disguised('wrapped in div soup')).toContain('<div><div><p')
    for (const { name } of disguises) expect(disguised(name)).toContain('Text.')
  })
})
