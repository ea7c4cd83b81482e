import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../shared/errors.ts'
import { loadDetector } from '../../../language.ts'
import { readHtml } from '../read-html.ts'

await loadDetector()

const pageOf = (inner: string, title = 'Page', head = ''): string =>
  `<html><head><title>${title}</title>${head}</head><body>${inner}</body></html>`

const sentence = (about: string): string =>
  `The ${about} was described at length by people who had watched it for years, and none of them agreed on why it happens.`

const links = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<li><a href="/story-${at}">What happened at place number ${at} today</a></li>`,
  ).join('')

const menu = `<nav><ul>${links(12)}</ul></nav>`
const linked = (fields: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: 'On tides', ...fields })}</script>`

function outcome(html: string, url = 'https://example.com/news/tides'): { code: string; message: string } {
  try {
    const document = readHtml({ html, url })
    return { code: 'read', message: document.sourceInfo.note ?? '' }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message }
    throw error
  }
}

describe('a missing page served as if it were there', () => {
  it.each([
    ['404 Not Found', '<h1>Sorry!</h1><p>We looked everywhere for this page, and it is not anywhere at all.</p>'],
    ['Example', '<p>The page you are looking for could not be found. It may have moved to another place.</p>'],
    ['Example', '<h1>Oops! We can’t find that page</h1><p>Try the search above, or go back to the front page.</p>'],
    ['Seite nicht gefunden – Beispiel', '<p>Leider gibt es hier nichts zu sehen. Gehen Sie zurück zur Startseite.</p>'],
    ['Beispiel', '<h1>Fehler 404</h1><p>Die gewünschte Seite wurde verschoben oder gelöscht.</p>'],
    ['Page introuvable', '<p>La page que vous cherchez a été déplacée. Revenez à l’accueil.</p>'],
    ['Página no encontrada', '<p>La página que busca no está aquí. Vuelva al inicio.</p>'],
    ['Página não encontrada', '<p>Volte ao início e tente de novo.</p>'],
    ['Pagina non trovata', '<p>Torna alla pagina iniziale e riprova.</p>'],
    ['Страница не найдена', '<p>Возможно, она была удалена. Вернитесь на главную.</p>'],
    ['ページが見つかりません', '<p>お探しのページは移動または削除された可能性があります。</p>'],
    ['页面不存在', '<p>您访问的页面已被删除，请返回首页。</p>'],
    ['페이지를 찾을 수 없습니다', '<p>주소를 다시 확인해 주세요.</p>'],
    ['الصفحة غير موجودة', '<p>يرجى العودة إلى الصفحة الرئيسية.</p>'],
    ['הדף לא נמצא', '<p>אפשר לחזור לדף הבית.</p>'],
  ])('is recognized by %s', (title, inner) => {
    expect(outcome(pageOf(menu + inner, title))).toEqual({
      code: 'source_not_found',
      message: 'This site has no such page. Check the link and try again.',
    })
  })

  it('is recognized above popular stories', () => {
    const popular = Array.from({ length: 10 }, (_, at) => `<p>${sentence(`thing ${at}`)}</p>`).join('')
    expect(outcome(pageOf(`<h1>Page not found</h1>${popular}`, 'Page not found')).code).toBe('source_not_found')
  })

  it('does not reject an article about missing pages', () => {
    const body = ['error 404', 'lost page', 'dead link', 'old server', 'broken web'].map(
      (about) => `<p>${sentence(about)}</p>`,
    )
    expect(outcome(pageOf(`<h1>Page not found</h1>${body.join('').repeat(6)}`, 'Page not found: a history')).code).toBe(
      'read',
    )
  })
})

describe('walls', () => {
  const login = 'This page needs a sign-in. Open it in your browser, save the page as a file, and upload that.'
  it.each([
    [
      'a form',
      '<form><label>Email <input></label><label>Password <input type="password"></label><p>Log in to continue reading this story and all others.</p></form>',
    ],
    [
      'a wall for members',
      '<p>This story is for members only. Already a subscriber? Sign in to read it, or subscribe to continue.</p>',
    ],
    [
      'a stub under a wall',
      `<article><h1>On tides</h1><p>Tides rise and fall because the moon pulls at the sea, and the sea follows it around.</p><div><p>Subscribe to keep reading</p></div></article>`,
    ],
    [
      'a German wall',
      '<h1>Ebbe und Flut</h1><p>Das Meer kommt und geht, und niemand weiß so recht, warum es das tut.</p><p>Nur für Abonnenten. Jetzt weiterlesen mit Plus.</p>',
    ],
    [
      'a French wall',
      '<h1>Les marées</h1><p>La mer monte et descend deux fois par jour.</p><p>La suite est réservée aux abonnés. Déjà abonné ? Se connecter</p>',
    ],
    [
      'a Japanese wall',
      '<h1>潮の満ち引き</h1><p>海は一日に二度満ちて、二度引いていく。</p><p>この記事は会員限定です。ログインすると続きをお読みいただけます。</p>',
    ],
    [
      'a Russian wall',
      '<h1>Приливы</h1><p>Море приходит и уходит дважды в день.</p><p>Материал доступен только для подписчиков. Войдите, чтобы читать дальше.</p>',
    ],
  ])('recognizes a login wall: %s', (_, inner) => {
    expect(outcome(pageOf(menu + inner))).toEqual({ code: 'source_needs_login', message: login })
  })

  it('recognizes a login wall by structured data', () => {
    const stub =
      '<article><p>Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it around the world.</p></article>'
    expect(outcome(pageOf(stub, 'On tides', linked({ isAccessibleForFree: false }))).code).toBe('source_needs_login')
  })

  it.each([
    '<p>Before you continue: we and our 812 partners store cookies. Accept all cookies, or manage them, to go on.</p>',
    '<h1>Bevor Sie weiterlesen</h1><p>Wir verwenden Cookies und ähnliche Verfahren. Cookies akzeptieren oder mit Abo ohne Werbung lesen.</p>',
    '<p>Nous et nos 700 partenaires utilisons des cookies. Accepter les cookies ou continuer sans accepter.</p>',
    '<p>Utilizamos cookies propias y de terceros. Puede aceptar todas las cookies o rechazarlas.</p>',
    '<p>Мы используем файлы cookie, чтобы сайт работал лучше. Принять все или настроить.</p>',
    `<h1>Your privacy matters</h1>${'<p>We and our partners use cookies and store data on your device, with your consent, to show and measure advertising to you.</p>'.repeat(9)}`,
  ])('recognizes a consent wall: %s', (inner) => {
    expect(outcome(pageOf(inner))).toEqual({
      code: 'source_needs_consent',
      message:
        'This site asks about cookies before it shows its text. Open it in your browser, save the page as a file, and upload that.',
    })
  })

  it.each([
    ['Just a moment...', '<p>Checking your browser before you can enter the site. Please wait a few seconds more.</p>'],
    ['Attention Required!', '<p>Please complete the security check to access the site.</p>'],
    ['Sicherheit', '<p>Bitte bestätigen Sie, dass Sie kein Roboter sind, um fortzufahren.</p>'],
    ['Проверка', '<p>Подтвердите, что запросы отправляли вы, а не робот. Я не робот.</p>'],
    ['安全验证', '<p>请完成验证，确认您不是机器人后继续访问。</p>'],
  ])('recognizes a robot check: %s', (title, inner) => {
    const { code, message } = outcome(pageOf(inner, title))
    expect(code).toBe('source_forbidden')
    expect(message).toContain('blocks automatic readers')
  })

  it('reads a short article below the dialog that asks for consent', () => {
    const dialog =
      '<div role="dialog"><h2>We value your privacy</h2><p>We and our 842 partners store cookies.</p><button>Accept</button></div>'
    const parts = Array.from({ length: 5 }, (_, at) => `<p>${sentence(`thing ${at}`)}</p>`).join('')
    expect(outcome(pageOf(`${dialog}<article><h1>On tides</h1>${parts}</article>`, 'On tides')).code).toBe('read')
  })

  it('reads an article about consent', () => {
    const lines = [
      'A banner must name every partner, and some sites have eight hundred of them.',
      'You may accept all cookies with one click, but to reject them takes three on most sites we tested.',
      'Regulators in France have fined two firms for that, and the largest fine was 150 million euros.',
      'Consent must be as easy to withdraw as it is to give, and a wall of text is not consent.',
      'We counted the clicks on a hundred sites in nine countries, and the worst of them asked for 31.',
    ].map((line) => `<p>${line}</p>`)
    expect(outcome(pageOf(`<article><h1>Long banners</h1>${lines.join('')}</article>`, 'Long banners')).code).toBe(
      'read',
    )
  })

  it('calls a short article short, whatever scripts and notices are around it', () => {
    const notice = '<div class="cookie-bar"><p>Diese Website verwendet Cookies.</p><a role="button">Ja</a></div>'
    const short = '<h1>On tides</h1><p>The sea comes in twice a day, and nobody in the village knows why it does.</p>'
    const scripts = '<script src="a.js"></script><script src="b.js"></script>'
    expect(outcome(pageOf(notice + short + scripts, 'On tides')).code).toBe('source_too_short')
  })

  it('reads an article about logins below the form of the site', () => {
    const form = '<form><input type="password"></form>'
    const inner = `${form}<h1>Doors</h1><p>Sign in to continue, says the page.</p><p>${sentence('door')}</p><p>${sentence('key')}</p><p>${sentence('lock')}</p>`
    expect(outcome(pageOf(inner, 'Doors')).code).toBe('read')
  })

  it('reads recipes for cookies', () => {
    const inner = `<h1>Nut cookies</h1><p>We use cookies to test an oven. Accept all cookies that are brown.</p><p>${sentence('oven')}</p><p>${sentence('dough')}</p>`
    expect(outcome(pageOf(inner, 'Nut cookies')).code).toBe('read')
  })

  it('does not reject articles about cookies, logins or robots', () => {
    const said = 'They say: accept all cookies, sign in to continue, and prove that you are not a robot.'
    const parts = Array.from({ length: 9 }, (_, at) => `<p>${sentence(`thing ${at}`)} ${at % 3 === 0 ? said : ''}</p>`)
    expect(outcome(pageOf(`<article><h1>On cookies</h1>${parts.join('')}</article>`, 'On cookies')).code).toBe('read')
  })
})

describe('empty frames', () => {
  it.each([
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="a.js"></script>',
    '<div id="app"></div><script type="module" src="a.js"></script>',
    '<app-root></app-root><script src="runtime.js"></script><script src="main.js"></script>',
    '<div>Bitte JavaScript aktivieren, um diese Seite zu sehen.</div><script src="a.js"></script>',
  ])('%s', (inner) => {
    expect(outcome(pageOf(inner))).toEqual({
      code: 'source_needs_script',
      message:
        'We can’t read this page automatically. Open it in your browser, save the page as a file, and upload that.',
    })
  })

  it('reports a page without text and scripts as empty', () => {
    expect(outcome(pageOf('')).code).toBe('source_empty')
  })
})

describe('lists of other pages', () => {
  const entry = (at: number): string =>
    `<div class="entry"><h2><a href="/story-${at}">What happened at place number ${at} today</a></h2><p>Something happened at place ${at}, and people there spoke about it at some length.</p></div>`
  const entries = Array.from({ length: 14 }, (_, at) => entry(at)).join('')

  it.each([
    ['a front page', `<main>${entries}</main>`, 'https://example.com/'],
    ['a section', `${menu}<h1>Sea</h1><div>${entries}</div>`, 'https://example.com/sea'],
    ['links alone', `<h1>Sitemap</h1><ul>${links(40)}</ul>`, 'https://example.com/map'],
    ['a search', entries.replaceAll('href="/', 'href="https://elsewhere.example/'), 'https://search.example/?q=tides'],
  ])('%s', (_, inner, url) => {
    expect(outcome(pageOf(inner), url)).toEqual({
      code: 'source_not_an_article',
      message: 'This is a list of pages, not an article. Paste a link to one of them.',
    })
  })

  it('does not reject articles with a long menu, or lists of things', () => {
    const body = ['sea', 'moon', 'wind', 'coast'].map((about) => `<p>${sentence(about)}</p>`).join('')
    expect(outcome(pageOf(`${menu}<ul>${links(30)}</ul><article><h1>On tides</h1>${body}</article>`)).code).toBe('read')
    const things = Array.from(
      { length: 12 },
      (_, at) => `<h2>${at + 1}. Shore number ${at}</h2><p>${sentence(`shore ${at}`)}</p>`,
    )
    expect(outcome(pageOf(`${menu}<article><h1>Twelve shores</h1>${things.join('')}</article>`)).code).toBe('read')
  })
})

describe('short texts', () => {
  it('rejects a few words and reads sixty', () => {
    const stub = `<article><p>A page with hardly anything on it, save these fifteen or so words about it.</p></article>`
    expect(outcome(pageOf(stub)).code).toBe('source_too_short')
    const short = `<article><h1>On tides</h1>${['sea', 'moon', 'wind'].map((about) => `<p>${sentence(about)}</p>`).join('')}</article>`
    expect(outcome(pageOf(menu + short))).toEqual({ code: 'read', message: '' })
  })
})

describe('the beginning of an article', () => {
  const note = 'This page shows only the beginning of the article.'
  const body = ['sea', 'moon', 'wind', 'coast'].map((about) => `<p>${sentence(about)}</p>`).join('')

  it.each([
    [
      'a wall under it',
      `<article>${body}</article><div><p>To read the full story, subscribe or sign in.</p></div>`,
      '',
    ],
    ['a wall in German', `<article>${body}</article><div><p>Jetzt weiterlesen mit Plus</p></div>`, ''],
    [
      'a cut and a mark',
      `<article>${body}<p>And then, one morning, the sea began to…</p></article>`,
      linked({ isAccessibleForFree: false }),
    ],
    ['a count of words', `<article>${body}</article>`, linked({ isAccessibleForFree: 'False', wordCount: 1400 })],
  ])('is recognized by %s', (_, inner, head) => {
    expect(outcome(pageOf(inner, 'On tides', head))).toEqual({ code: 'read', message: note })
  })

  it('adds no note to complete articles', () => {
    const whole = `<header><a href="/in">Already a subscriber? Sign in</a></header><article>${body.repeat(3)}</article><footer><p>Contact us.</p></footer>`
    expect(outcome(pageOf(whole, 'On tides', linked({ isAccessibleForFree: false }))).message).toBe('')
  })
})
