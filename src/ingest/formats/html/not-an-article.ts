import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/words.ts'
import type { DomDocument } from './dom.ts'

/** Real articles are hardly ever shorter; the pages that stand in for them hardly ever longer. */
const STAND_IN_WORDS = 180

const missing =
  /\b(?:404|410)\b|not found|page (?:does not|doesn[’']t|no longer) exists?|(?:page|article|story) (?:you (?:are|were|requested).{0,30}|is |has been |was )?(?:could not be found|can[’']t be found|cannot be found|not available|unavailable|been removed|been deleted|no longer available)|nothing (?:was )?found|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|página não encontrada|pagina non trovata|страница не найдена|ページが見つかりません|页面不存在|找不到(?:页面|網頁)/iu

const robotCheck =
  /just a moment|checking (?:your|if the site connection)|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|not a robot|enable (?:javascript and )?cookies|unusual (?:traffic|activity)|access denied|attention required|pardon our interruption|security check|ddos protection|captcha|press (?:&|and) hold/iu

const loginWall =
  /\b(?:log|sign) ?in (?:to|or)\b|(?:log|sign) ?in (?:with|using)|(?:please )?(?:log|sign) ?in\b.{0,40}\b(?:continue|view|read|access)|create (?:a free |an )?account|you must (?:be logged|log|sign) in|members? only|subscribers? only|subscribe (?:now )?to (?:continue|read|keep)|already (?:a )?(?:subscriber|member)|start your (?:free )?trial|anmelden|se connecter|iniciar sesión|войти|войдите|ログイン|登录|登入/iu

const cookieWall =
  /(?:accept|allow|agree to|manage|reject) (?:all |the (?:use of )?)?cookies|we (?:and our (?:\d+ )?partners )?(?:use|store).{0,60}cookies|before you continue|cookie (?:consent|settings|preferences)|wir verwenden cookies|nous utilisons des cookies|utilizamos cookies/iu

const scriptNeeded =
  /(?:enable|requires?|turn on|need|without) java ?script|javascript (?:is|to be) (?:required|disabled|enabled)|you need to enable/iu

const notAnArticle = (what: string): AppError =>
  new AppError('source_not_an_article', `${what} Paste the text instead.`)

const needsLogin = (): AppError =>
  new AppError(
    'source_needs_login',
    'This page shows its text to signed-in readers only. Sign in there, copy the text and paste it instead.',
  )

/** Whether a page is only the frame that scripts fill in the browser. */
function isShell(document: DomDocument, visible: string): boolean {
  const scripts = document.querySelectorAll('script').length
  const noscript = [...document.querySelectorAll('noscript')].map((node) => node.textContent ?? '').join(' ')
  return scripts > 0 && countWords(visible) < 60 && (scriptNeeded.test(noscript + visible) || scripts >= 2)
}

/** What a page that gave next to no text holds instead. */
function explainEmpty(document: DomDocument, visible: string): AppError {
  if (document.querySelector('input[type="password"]') !== null) return needsLogin()
  if (isShell(document, visible)) {
    return new AppError(
      'source_empty',
      'This page builds its text in the browser and holds none itself. Paste the text instead.',
    )
  }
  return new AppError('source_empty', 'No text was found on this page. Paste the text instead.')
}

/**
 * Tells pages that stand in for an article from articles.
 *
 * @param body the text that would be summarized
 * @param visible all text that the page shows
 * @param paywalled the page itself says that it holds only a part
 * @throws AppError source_needs_login, source_not_an_article, source_empty, source_too_short
 */
export function assertArticle(
  document: DomDocument,
  page: { title: string; body: string; visible: string; paywalled: boolean },
  minWords: number,
): void {
  const words = countWords(page.body)
  if (words >= STAND_IN_WORDS) return
  const head = `${page.title}\n${page.body.slice(0, 600)}`
  if (missing.test(page.title) || (words < 60 && missing.test(page.body))) {
    throw new AppError(
      'source_not_an_article',
      'The site says that there is no such page. Check the address and try again.',
    )
  }
  if (robotCheck.test(head) && words < 120) throw notAnArticle('The site checks for robots and shows no article to us.')
  const hasPassword = document.querySelector('input[type="password"]') !== null
  if (words < 120 && loginWall.test(head) && (hasPassword || words < 60 || page.paywalled)) throw needsLogin()
  if (words < 120 && cookieWall.test(head))
    throw notAnArticle('The site asks for consent to cookies before it shows its text.')
  if (words < 60 && scriptNeeded.test(page.body)) throw explainEmpty(document, page.visible)
  if (words === 0) throw explainEmpty(document, page.visible)
  if (words < minWords) {
    if (hasPassword) throw needsLogin()
    if (countWords(page.visible) === 0 || isShell(document, page.visible)) throw explainEmpty(document, page.visible)
    throw new AppError(
      'source_too_short',
      'There is too little text on this page to summarize. Paste the text instead.',
    )
  }
}
