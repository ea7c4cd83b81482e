import type { SampleArticle } from './article.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

const SITE = 'The Halmen Review'

function metadata(article: SampleArticle, url: string): string {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.standfirst,
    datePublished: article.publishedAt,
    author: [{ '@type': 'Person', name: article.author }],
    publisher: { '@type': 'Organization', name: SITE },
    mainEntityOfPage: url,
  }
  return `
  <title>${escape(article.title)} | ${SITE}</title>
  <link rel="canonical" href="${escape(url)}">
  <meta name="description" content="${escape(article.standfirst)}">
  <meta name="author" content="${escape(article.author)}">
  <meta property="og:type" content="article">
  <meta property="og:site_name" content="${SITE}">
  <meta property="og:title" content="${escape(article.title)}">
  <meta property="og:url" content="${escape(url)}">
  <meta property="article:published_time" content="${article.publishedAt}">
  <script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`
}

function body(article: SampleArticle): string {
  return article.parts
    .map(({ heading, paragraphs }) => {
      const text = paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n')
      return heading === undefined ? text : `<h2>${escape(heading)}</h2>\n${text}`
    })
    .join('\n')
}

const shareBar = `<ul class="share-bar" aria-label="Share">
  <li><a href="#share-mail">Share by email</a></li><li><a href="#share-link">Copy link</a></li>
  <li><a href="#print">Print this page</a></li></ul>`

function related(others: readonly SampleArticle[]): string {
  const items = others.map((other) => `<li><a href="/articles/${other.slug}">${escape(other.title)}</a></li>`)
  return `<aside class="related"><h3>Read next</h3><ul>${items.join('')}</ul></aside>`
}

/**
 * Renders an article like a magazine: with navigation, a consent note, a share bar, a newsletter box, related links and
 * a footer, none of which belong to the text.
 */
export function articlePage(article: SampleArticle, others: readonly SampleArticle[], origin: string): string {
  const url = `${origin}/articles/${article.slug}`
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">${metadata(article, url)}
</head>
<body>
<div class="cookie-consent" role="dialog" aria-label="Cookies">
  <p>We use cookies to remember you and to measure how our pages are read.</p>
  <button>Accept all</button><button>Only what is necessary</button>
</div>
<header class="site-header"><a href="/">${SITE}</a>
  <nav aria-label="Sections"><ul><li><a href="/transport">Transport</a></li><li><a href="/science">Science</a></li>
  <li><a href="/work">Work</a></li><li><a href="/subscribe">Subscribe from 4 euros a month</a></li></ul></nav>
</header>
<main>
<article>
  <header>
    <p class="kicker"><a href="/${article.section.toLowerCase()}">${escape(article.section)}</a></p>
    <h1>${escape(article.title)}</h1>
    <p class="standfirst">${escape(article.standfirst)}</p>
    <p class="byline">By <a rel="author" href="/people">${escape(article.author)}</a>,
      <time datetime="${article.publishedAt}">${article.publishedAt.slice(0, 10)}</time></p>
    ${shareBar}
  </header>
  <div class="article-body">
${body(article)}
  </div>
  ${shareBar}
</article>
${related(others)}
<section class="newsletter"><h3>The week in one letter</h3><p>Join 40,000 readers every Friday.</p>
  <form><input type="email" aria-label="Email"><button>Sign up</button></form></section>
</main>
<footer><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul>
  <p>© ${SITE}. All rights reserved.</p></footer>
</body>
</html>
`
}
