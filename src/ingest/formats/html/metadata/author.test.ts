import { describe, expect, it } from 'vitest'
import { parseDom } from '../dom.ts'
import { readMetadata } from './metadata.ts'

const prose = `<p>${'The tide came in over the flats, and the boats that had been lying on their sides stood up again. '.repeat(4)}</p>`

const authorOf = (body: string, head = '', lang = 'en'): string | null =>
  readMetadata(
    parseDom(
      `<html lang="${lang}"><head><title>The tide</title><meta property="og:site_name" content="The Shore Paper">${head}</head><body>${body}</body></html>`,
    ),
    'https://www.shorepaper.example/news/the-tide',
  ).author

const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const article = (author: unknown): string => jsonLd({ '@type': 'NewsArticle', headline: 'The tide', author })
const meta = (name: string, content: string): string => `<meta name="${name}" content="${content}">`

describe('author from structured data', () => {
  it.each([
    ['a person', article({ '@type': 'Person', name: 'Ada Example' }), 'Ada Example'],
    ['a string', article('Ada Example'), 'Ada Example'],
    ['a string with a label', article('By Ada Example'), 'Ada Example'],
    ['a list of people', article([{ name: 'Ada Example' }, { name: 'Ben Sample' }]), 'Ada Example, Ben Sample'],
    ['a list of strings', article(['Ada Example', 'Ben Sample']), 'Ada Example, Ben Sample'],
    ['two names in one string', article('Ada Example and Ben Sample'), 'Ada Example, Ben Sample'],
    ['a name in parts', article({ '@type': 'Person', givenName: 'Ada', familyName: 'Example' }), 'Ada Example'],
    ['an ordered list', article({ '@list': [{ name: 'Ada Example' }] }), 'Ada Example'],
    ['a role after the name', article({ name: 'Ada Example, Staff Writer' }), 'Ada Example'],
    ['a name escaped twice', article({ name: 'Ada O&amp;#039;Example' }), "Ada O'Example"],
    ['a person beside the publisher', article([{ name: 'Ada Example' }, { name: 'The Shore Paper' }]), 'Ada Example'],
    [
      'a person beside an agency',
      article([{ name: 'Ada Example' }, { '@type': 'Organization', name: 'Associated Press' }]),
      'Ada Example',
    ],
    ['an agency', article({ '@type': 'Organization', name: 'Associated Press' }), 'Associated Press'],
    ['the site', article({ '@type': 'Organization', name: 'The Shore Paper' }), null],
    ['the site’s host', article({ name: 'shorepaper.example' }), null],
    ['an account name', article({ name: 'admin' }), null],
    ['a link', article({ name: 'https://shorepaper.example/author/ada' }), null],
    ['an email address', article('ada@shorepaper.example'), null],
    ['an email address and a name', article('ada@shorepaper.example (Ada Example)'), 'Ada Example'],
    [
      'a reference inside a graph',
      jsonLd({
        '@graph': [
          { '@type': 'Article', author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a', name: 'Ada Example' },
        ],
      }),
      'Ada Example',
    ],
    [
      'the second of two articles',
      article(undefined) + jsonLd({ '@type': 'BlogPosting', author: { name: 'Ada Example' } }),
      'Ada Example',
    ],
  ])('%s', (_, head, author) => expect(authorOf(`<h1>The tide</h1>${prose}`, head)).toBe(author))
})

describe('author from meta elements', () => {
  it.each([
    [meta('author', 'Ada Example'), 'Ada Example'],
    [meta('author', 'By Ada Example'), 'Ada Example'],
    [meta('author', 'Ada Example, The Shore Paper'), 'Ada Example'],
    [meta('author', 'Ada Example | Associated Press'), 'Ada Example'],
    [meta('author', 'ADA EXAMPLE Associated Press'), 'ADA EXAMPLE'],
    [meta('author', 'Ada Example, Ben Sample and Cy Placeholder'), 'Ada Example, Ben Sample, Cy Placeholder'],
    [meta('author', 'Ada Example; Ben Sample'), 'Ada Example, Ben Sample'],
    [meta('author', 'Ada Example, Jr.'), 'Ada Example, Jr.'],
    [meta('author', 'Ada Example, MD, PhD'), 'Ada Example'],
    [meta('author', 'Ada Example (@adaexample)'), 'Ada Example'],
    [meta('author', 'Ada Example—The Shore Paper'), 'Ada Example'],
    [meta('author', 'Ada Example and AP'), 'Ada Example'],
    [meta('author', 'Contributors to coastal projects'), 'Contributors to coastal projects'],
    [meta('author', 'Mac & i'), 'Mac & i'],
    [meta('author', 'Department of Health and Human Services'), 'Department of Health and Human Services'],
    [meta('author', 'Ludwig van der Example'), 'Ludwig van der Example'],
    [meta('author', '藍天的家 (bluesky)'), '藍天的家 (bluesky)'],
    [meta('author', 'sailor_77'), 'sailor_77'],
    [meta('author', '@adaexample'), null],
    [meta('author', 'The Shore Paper'), null],
    [meta('author', 'ShorePaper'), null],
    [meta('author', 'Staff Writer'), null],
    [meta('author', 'Unknown'), null],
    [meta('author', '12345'), null],
    [meta('byl', 'By Ada Example'), 'Ada Example'],
    [meta('parsely-author', 'Ada Example'), 'Ada Example'],
    [meta('parsely-author', 'Ada Example') + meta('parsely-author', 'Ben Sample'), 'Ada Example, Ben Sample'],
    [meta('sailthru.author', 'Ada Example'), 'Ada Example'],
    [meta('dc.creator', 'Ada Example'), 'Ada Example'],
    [meta('DCTERMS.creator', 'Ada Example'), 'Ada Example'],
    [meta('citation_author', 'Example, Ada') + meta('citation_author', 'Sample, Ben'), 'Ada Example, Ben Sample'],
    [meta('twitter:label1', 'Written by') + meta('twitter:data1', 'Ada Example'), 'Ada Example'],
    [meta('twitter:label1', 'Reading time') + meta('twitter:data1', '5 minutes'), null],
    ['<meta property="article:author" content="Ada Example">', 'Ada Example'],
    ['<meta property="article:author" content="https://social.example/ada">', null],
    ['<meta itemprop="author" content="Ada Example">', 'Ada Example'],
  ])('%s', (head, author) => expect(authorOf(`<h1>The tide</h1>${prose}`, head)).toBe(author))

  it('prefers a person on the page to an organization in a meta element', () => {
    expect(
      authorOf(`<h1>The tide</h1><p class="byline">By Ada Example</p>${prose}`, meta('author', 'The Shore Paper')),
    ).toBe('Ada Example')
    expect(authorOf(`<h1>The tide</h1><p class="byline">By Ada Example</p>${prose}`, meta('author', 'Reuters'))).toBe(
      'Ada Example',
    )
  })
})

describe('author from the byline', () => {
  it.each([
    ['<p class="byline">By Ada Example</p>', 'Ada Example'],
    ['<p class="byline">by <a href="/ada">Ada Example</a></p>', 'Ada Example'],
    ['<p class="byline"><span>By</span><a href="/ada">Ada Example</a></p>', 'Ada Example'],
    ['<div class="byline"><span>ADA EXAMPLE</span><span>Associated Press</span></div>', 'ADA EXAMPLE'],
    ['<div class="byline"><span>By Ada Example</span><span>November 15, 2019</span></div>', 'Ada Example'],
    ['<div class="byline">By <b>Ada Example</b><time>Nov. 15, 2019 at 3:04 p.m. EST</time></div>', 'Ada Example'],
    ['<div class="byline">By Ada Example | The Associated Press</div>', 'Ada Example'],
    ['<div class="byline">By Ada Example - Reuters</div>', 'Ada Example'],
    ['<div class="byline">By Ada Example, CNN Business</div>', 'Ada Example'],
    [
      '<div class="byline">By Ada Example, Ben Sample and Cy Placeholder, CNN</div>',
      'Ada Example, Ben Sample, Cy Placeholder',
    ],
    ['<div class="byline">By <a>Ada Example</a> and <a>Ben Sample</a></div>', 'Ada Example, Ben Sample'],
    ['<div class="byline">By <a>Ada Example</a> &amp; <a>Ben Sample</a></div>', 'Ada Example, Ben Sample'],
    ['<div class="byline">By Ada Example, Staff Writer</div>', 'Ada Example'],
    ['<div class="byline"><div>Ada Example</div><div>Senior political correspondent</div></div>', 'Ada Example'],
    ['<div class="byline"><div>By Ada Example</div><div>BBC News, Washington</div></div>', 'Ada Example'],
    ['<div class="byline">By ADA EXAMPLE Staff Writer</div>', 'ADA EXAMPLE'],
    ['<div class="byline">By Ada Example Updated 3:40 pm, Tuesday, November 19, 2019</div>', 'Ada Example'],
    ['<div class="byline">Ada Example in Dunedin</div>', 'Ada Example'],
    ['<div class="byline">By Ada Example For The Shore Paper</div>', 'Ada Example'],
    ['<div class="byline">Ada Example, Special to The Shore Paper</div>', 'Ada Example'],
    ['<div class="byline">Ada Example @adaexample</div>', 'Ada Example'],
    ['<div class="byline">Ada Example<a>@adaexample</a><a>ada@shorepaper.example</a></div>', 'Ada Example'],
    ['<div class="byline">By Ada Example, <a>aexample@shorepaper.example</a></div>', 'Ada Example'],
    ['<div class="byline">Ada Example · 5 min read</div>', 'Ada Example'],
    ['<div class="byline">Published by Ada Example on 3 March 2024</div>', 'Ada Example'],
    ['<div class="byline">March 3, 2024 by Ada Example</div>', 'Ada Example'],
    ['<div class="byline">By Ada Example Photographs by Ben Sample</div>', 'Ada Example'],
    ['<div class="byline"><p>By Ada Example</p><p>Illustration by Ben Sample</p></div>', 'Ada Example'],
    ['<div class="byline">Written by Ada Example<br>Edited by Ben Sample</div>', 'Ada Example'],
    ['<div class="byline">ByAda Example</div>', 'Ada Example'],
    ['<div class="byline">Byron Example</div>', 'Byron Example'],
    ['<div class="byline">Story by Ada Example</div>', 'Ada Example'],
    ['<div class="byline">Ada Example, 19 Nov 2019</div>', 'Ada Example'],
    ['<div class="byline">Ada Example 2 hours ago</div>', 'Ada Example'],
    ['<div class="byline">The Associated Press</div>', 'The Associated Press'],
    ['<div class="byline">Reuters Staff</div>', 'Reuters Staff'],
    ['<div class="byline">The Shore Paper</div>', null],
    ['<div class="byline">By Staff</div>', null],
    ['<div class="byline">March 3, 2024</div>', null],
    ['<div class="author"><a>Follow Author</a></div>', null],
    ['<div class="author">Last Updated: January 7, 2025</div>', null],
    ['<a rel="author" href="/by/ada">Ada Example</a>', 'Ada Example'],
    [
      '<span itemprop="author" itemscope><span itemprop="name">Ada Example</span><span>Reporter</span></span>',
      'Ada Example',
    ],
    ['<span itemprop="author" itemscope><meta itemprop="name" content="Ada Example"></span>', 'Ada Example'],
    [
      '<div class="p-author h-card"><a class="u-url p-name" href="/">Ada Example</a> <span class="p-note">likes boats</span></div>',
      'Ada Example',
    ],
    [
      '<span class="byline"><span class="author vcard"><a class="url fn n" href="/author/ada">Ada Example</a></span></span>',
      'Ada Example',
    ],
    [
      '<span class="post-author vcard">Posted by <span class="fn" itemprop="author">Ada Example</span> at <abbr>3:04 PM</abbr></span>',
      'Ada Example',
    ],
    ['<div class="submitted">Submitted by Ada Example on Tue, 11/19/2019 - 10:00</div>', 'Ada Example'],
    ['<a class="blog-author-name" href="?author=5c">Ada Example</a>', 'Ada Example'],
    [
      '<ul class="author-list"><li class="author-list-item"><a href="/author/ada/">Ada Example</a></li><li class="author-list-item"><a href="/author/ben/">Ben Sample</a></li></ul>',
      'Ada Example, Ben Sample',
    ],
    ['<span class="author">Ada Example</span>, <span class="author">Ben Sample</span>', 'Ada Example, Ben Sample'],
    ['<div><a href="/@ada?source=post_page">Ada Example</a><div><span>5 min read</span></div></div>', 'Ada Example'],
    ['<div class="x1"><a href="/authors/ada-example">Ada Example</a></div>', 'Ada Example'],
    ['<p>By Ada Example</p>', 'Ada Example'],
    ['<div>By ADA EXAMPLE and BEN SAMPLE</div>', 'ADA EXAMPLE, BEN SAMPLE'],
    ['<p>By the time the boats came in, the tide had turned.</p>', null],
    ['<p>By Sunday</p>', null],
    [
      '<div class="authorization"><a>Sign in</a><a>a</a><a>b</a><a>c</a><a>d</a></div><p class="byline">By Ada A.</p>',
      'Ada A.',
    ],
  ])('%s', (byline, author) => expect(authorOf(`<h1>The tide</h1>${byline}${prose}`)).toBe(author))

  it.each([
    ['de', '<div class="byline">Von Anna Müller</div>', 'Anna Müller'],
    ['de', '<div class="autor">Von Anna Müller und Jörg Schön, Berlin</div>', 'Anna Müller, Jörg Schön'],
    ['de', '<div class="byline">Von Anna Müller, 19. November 2019, 10:32 Uhr</div>', 'Anna Müller'],
    ['de', '<div class="byline">Ursula von der Leine</div>', 'Ursula von der Leine'],
    ['de', '<p>Von Anna Müller</p>', 'Anna Müller'],
    ['en', '<div class="byline">Von Miller</div>', 'Von Miller'],
    ['fr', '<div class="auteur">Par Anaïs Dupont et Luc Martin</div>', 'Anaïs Dupont, Luc Martin'],
    [
      'fr',
      '<div class="author">Par <a>Anaïs Dupont</a><span>Publié le 19 novembre 2019 à 10h32</span></div>',
      'Anaïs Dupont',
    ],
    ['es', '<div class="autor">Por María García</div>', 'María García'],
    ['es', '<div class="autor">María García<span>19 de noviembre de 2019</span></div>', 'María García'],
    ['es', '<div class="firma">Por María García y José Ruiz</div>', 'María García, José Ruiz'],
    ['pt', '<div class="autor">Por João Silva e Ana Souza, São Paulo</div>', 'João Silva, Ana Souza'],
    ['it', '<div class="autore">di Mario Rossi</div>', 'Mario Rossi'],
    ['it', '<div class="autore"><span>di</span><a>Mario Rossi</a></div>', 'Mario Rossi'],
    ['it', '<div class="autore">Paolo Di Canio</div>', 'Paolo Di Canio'],
    ['nl', '<div class="byline">Door Jan de Vries</div>', 'Jan de Vries'],
    ['nl', '<div class="byline">De Vries</div>', 'De Vries'],
    ['ro', '<div class="byline">De Ion Popescu</div>', 'Ion Popescu'],
    ['sv', '<div class="byline">Av Anna Svensson</div>', 'Anna Svensson'],
    ['da', '<div class="byline">Af Søren Holm</div>', 'Søren Holm'],
    ['pl', '<div class="autor">Autor: Anna Kowalska</div>', 'Anna Kowalska'],
    ['tr', '<div class="yazar">Yazan: Ayşe Yılmaz</div>', 'Ayşe Yılmaz'],
    ['ru', '<div class="author">Автор: Анна Иванова</div>', 'Анна Иванова'],
    ['ru', '<div class="author">Анна Иванова, 19 ноября 2019</div>', 'Анна Иванова'],
    ['zh', '<div class="author">作者：张三</div>', '张三'],
    ['zh', '<div class="author">记者 李四 2019年11月19日</div>', '李四'],
    ['ja', '<div class="author">文：山田太郎</div>', '山田太郎'],
    ['ko', '<div class="author">홍길동 기자</div>', '홍길동'],
    ['ar', '<div class="author">بقلم: أحمد علي</div>', 'أحمد علي'],
  ])('in %s: %s', (lang, byline, author) =>
    expect(authorOf(`<h1>The tide</h1>${byline}${prose}`, '', lang)).toBe(author),
  )

  it.each([
    [
      'a photo credit',
      '<figure><img src="a.jpg"><figcaption>Photo by <span class="author">Ben Sample</span></figcaption></figure>',
    ],
    ['a photo credit by class', '<div class="photo-credit author">Ben Sample / Getty Images</div>'],
    ['a comment', `${prose}<div id="comments"><div class="comment-author">Ben Sample</div></div>`],
    [
      'a card of another story',
      `${prose}<div class="related"><div class="card"><a href="/x">Another tide</a><span class="author">Ben Sample</span></div></div>`,
    ],
    ['a button to edit a section', '<div>历史<span>[</span><span>编辑</span><span>]</span></div>'],
    ['a hidden byline', '<p class="byline" hidden>By Ben Sample</p>'],
    [
      'a sentence about the author',
      '<div class="author-bio">Sailing was what took her to the coast, long before she wrote about it.</div>',
    ],
  ])('ignores %s', (_, html) => {
    expect(authorOf(`<article><h1>The tide</h1>${html}${prose}</article>`)).toBeNull()
  })

  it('prefers the byline below the title to one of another story above it', () => {
    expect(
      authorOf(
        `<div class="teaser-strip"><div><a href="/x">Another tide</a><span class="author">Ben Sample</span></div></div><article><h1>The tide</h1><span class="author">Ada Example</span>${prose}</article>`,
      ),
    ).toBe('Ada Example')
  })
})
