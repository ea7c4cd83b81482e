/**
 * What the pages that stand in for an article say, in the languages that most of the web is written in. The wordings are
 * those of publishing systems, browsers' and servers' own pages and consent managers; none is a site's.
 */
const anyOf = (...wordings: string[]): RegExp => new RegExp(wordings.join('|'), 'iu')

/** A title or heading that says there is no such page. */
export const missingTitle = anyOf(
  '(?:^|\\berror |\\bhttp )\\W*(?:404|410)\\b',
  '\\b404 (?:error|page|not found)',
  "\\b(?:page|article|story|post|content|document|url) (?:was |is |could |can )?(?:not|n[’']t) (?:be )?(?:found|available|exist)",
  "^(?:page |file )?not found\\b|\\bnothing (?:was )?found\\b|\\bpage (?:does not|doesn[’']t|no longer) exists?\\b",
  "\\bcan[’']?t (?:seem to )?find (?:the|that|this) page|page (?:unavailable|is missing|has moved)\\b",
  '(?:seite|artikel) (?:wurde )?nicht (?:gefunden|verfügbar)|seite existiert nicht',
  "page (?:introuvable|non trouvée|inexistante)|cette page n[’']existe pas|article introuvable",
  'página no (?:encontrada|existe|disponible)|no se (?:ha )?encontr(?:ó|ado) la página',
  'página não (?:encontrada|existe)|não encontramos (?:a|esta) página',
  'pagina non (?:trovata|esiste)|pagina niet gevonden|sidan (?:kunde inte hittas|hittades inte|finns inte)',
  'siden (?:blev |ble )?(?:ikke (?:fundet|funnet)|findes ikke|finnes ikke)|sivua ei löyd',
  '(?:nie znaleziono|strona nie (?:została znaleziona|istnieje))|stránka nenalezena|stránka nebyla nalezena|az oldal nem található|pagina nu a fost găsită',
  'sayfa bulunamadı|halaman tidak ditemukan|không tìm thấy trang|ไม่พบหน้า',
  '(?:страница|статья) не найдена|такой страницы (?:нет|не существует)|сторінку не знайдено|страницата не е намерена|η σελίδα δεν βρέθηκε',
  'הדף לא נמצא|העמוד לא נמצא|الصفحة غير موجودة|لم يتم العثور على|صفحه (?:مورد نظر )?یافت نشد|(?:पृष्ठ|पेज) नहीं मिला',
  'ページが(?:見つかりません|存在しません)|お探しのページ|(?:页面|頁面|网页|網頁|文章)(?:不存在|已(?:被)?删除|已(?:被)?刪除|未找到)|找不到(?:页面|頁面|网页|網頁|该页|該頁)|페이지를 찾을 수 없',
)

/** The same in a sentence. */
export const missingSentence = anyOf(
  missingTitle.source,
  "\\b(?:page|article|story|post|url|link)\\b.{0,60}\\b(?:could not|couldn[’']t|cannot|can[’']t) be found",
  "\\b(?:page|article|story|post)\\b.{0,60}\\b(?:no longer (?:available|exists)|been (?:removed|deleted|moved)|does(?:n[’']t| not) exist)",
  "\\bcould(?:n[’']t| not) find (?:the|that|this|what)\\b",
  "\\bsearched everywhere\\b.{0,40}\\bpage|looking for (?:does not|doesn[’']t|no longer) exist",
  'die (?:gewünschte|angeforderte|gesuchte) seite|la page (?:que vous|demandée)|la página (?:que busca|solicitada)|a página que você|la pagina (?:che cerchi|richiesta)',
  'запрашиваем(?:ая|ой) страниц|您(?:访问|要找|查看)的(?:页面|網頁|网页)|指定されたページ|요청하신 페이지',
)

export const robotCheck = anyOf(
  "^just a moment|checking (?:your browser|if the site connection)|verif(?:y|ying) (?:that )?you(?:[’']re| are) (?:a )?(?:human|not a (?:robot|bot))",
  "are you (?:a )?(?:robot|human)|(?:you are|you[’']re|i[’']m|i am) not a robot|enable (?:javascript and )?cookies to continue|unusual (?:traffic|activity)",
  '^access (?:to this page has been )?denied|attention required|pardon our interruption|security (?:check|verification)|ddos protection|captcha|press (?:&|and) hold|automated (?:access|requests|queries)|suspicious activity|ray id',
  "du kein roboter bist|sie kein roboter sind|vous n[’']êtes pas un robot|que no eres un robot|no es un robot|não é um robô|non sei un robot|je geen robot bent|nie jesteś robotem",
  'вы не робот|подтвердите, что (?:вы|запросы)|あなたがロボットでは|ロボットではない|不是机器人|不是機器人|安全验证|安全驗證|人机验证|验证您是真人|로봇이 아닙니다|لست روبوت|אינך רובוט',
)

export const loginWall = anyOf(
  '\\b(?:log|sign) ?in (?:to|or|with|using)\\b|\\b(?:log|sign) ?in\\b.{0,40}\\b(?:continue|view|read|access)\\b|you must (?:be (?:logged|signed)|log|sign) ?in',
  'create (?:a free |an |your )?account|register (?:for free )?to (?:continue|read|view)',
  'anmelden|einloggen|registrieren|se connecter|connectez-vous|identifiez-vous|iniciar sesión|inicia sesión|regístrate|fazer login|faça login|entre na sua conta|accedi (?:per|con)|inloggen|zaloguj|logga in|logg inn|log ind|giriş yap|masuk untuk|đăng nhập',
  'войдите|войти|авторизуйтесь|увійдіть|συνδεθείτε|התחבר|تسجيل الدخول|سجل الدخول|लॉग ?इन|ログイン|会員登録|登录|登錄|登入|请先注册|로그인',
)

/** What stands where the text for everybody ends. */
export const payWall = anyOf(
  '\\b(?:members?|subscribers?)[- ]only\\b|(?:only |exclusively )(?:for|available to|to) (?:our )?(?:paid |paying |premium )?(?:subscribers|members)',
  '\\b(?:this|the) (?:article|story|post|content|page) is (?:reserved |exclusively |only )?(?:for|available to) (?:our )?(?:paid |paying |premium )?(?:subscribers|members)',
  'already (?:a |an )?(?:\\w+ )?(?:subscriber|member)\\b|already (?:subscribed|have an account)\\b',
  'subscribe (?:now |today )?(?:to|and|for) (?:continue|keep|read|unlock|get (?:full|unlimited) access|full access)|to (?:continue|keep) reading\\b|to read (?:the (?:full|rest|whole|entire)|this)\\b',
  "continue reading (?:with|by|this article)\\b|unlock (?:this|the full|the rest|full)|start (?:your|a) (?:free )?trial|get (?:full|unlimited) (?:digital )?access|you(?:[’']ve| have) (?:reached|read|used) (?:your|all).{0,40}(?:free|limit)",
  '(?:keep|continue) reading for (?:free|only|just)|(?:rest|remainder) of this (?:article|post|story) is|this post is for (?:paid|paying)',
  'nur für abonnenten|exklusiv für abonnenten|(?:mit|im) abo (?:weiter)?lesen|jetzt weiterlesen|weiterlesen mit|sie haben bereits ein abo|diesen artikel (?:freischalten|weiterlesen)',
  '(?:réservé|accessible) (?:aux|uniquement aux|à nos) abonn|la suite (?:est réservée|de cet article)|il vous reste \\d+.{0,6} (?:de cet article|à lire)|déjà abonné|abonnez-vous pour (?:lire|continuer)|pour lire la suite',
  '(?:exclusivo|solo|sólo) para (?:suscriptores|abonados|assinantes)|suscríbete para (?:seguir|continuar|leer)|para (?:seguir|continuar) (?:leyendo|lendo)|¿ya (?:eres|es) suscriptor|já é assinante|conteúdo exclusivo|assine para (?:ler|continuar)',
  '(?:riservato|solo per) (?:agli |gli )?abbonati|sei già abbonato|abbonati per (?:leggere|continuare)|alleen voor abonnees|lees verder met|endast för prenumeranter|kun for abonnenter|tylko dla (?:subskrybentów|prenumeratorów)|dostęp dla prenumeratorów',
  'только (?:для|по) (?:подписчик|подписк)|оформите подписку|доступно по подписке|лише для передплатників|abonelere özel',
  '(?:有料|この記事は)会員(?:限定|登録)|会員限定|続きを読むには|残り ?[\\d,]+ ?文字|(?:会员|會員|订阅者|訂閱)(?:专享|專享|可读|專屬|专属|后阅读)|付费阅读|付費(?:閱讀|文章)|阅读全文请|구독자 전용|유료 회원|للمشتركين فقط|למנויים בלבד|केवल सब्सक्राइबर',
)

export const consentWall = anyOf(
  '(?:accept|allow|agree to|manage|reject|refuse) (?:all |the (?:use of )?|our )?cookies|we (?:and our (?:\\d+ )?(?:\\w+ )?partners,? )?(?:use|store|process|value).{0,60}(?:cookies|your privacy)|we and our (?:\\d+ )?(?:\\w+ )?partners',
  'before you continue|cookie (?:consent|settings|preferences|policy)|consent to (?:cookies|the use|the processing)|your privacy (?:choices|is important|matters)|legitimate interest',
  'wir (?:und unsere (?:\\d+ )?partner )?(?:verwenden|nutzen|setzen).{0,60}cookies|cookies (?:akzeptieren|zulassen|ablehnen)|einwilligung|mit werbung weiterlesen',
  'nous (?:et nos (?:\\d+ )?partenaires )?(?:utilisons|stockons).{0,60}cookies|accepter (?:les |tous les )?cookies|continuer sans accepter|votre consentement',
  '(?:utilizamos|usamos|uso de|aceptar|aceitar|rechazar|recusar) (?:\\w+ ){0,3}cookies|tu consentimiento|su consentimiento|seu consentimento',
  '(?:utilizziamo|usiamo|accetta|rifiuta) (?:\\w+ ){0,4}cookie|il tuo consenso|wij gebruiken.{0,30}cookies|cookies accepteren|vi (?:använder|bruker|bruger) (?:\\w+ ){0,3}(?:cookies|informasjonskapsler|kakor)|używamy (?:plików )?cookies?|ciasteczka',
  'мы используем (?:файлы )?cookie|файлы cookie|çerez(?:ler)?(?:i| )|ملفات تعريف الارتباط|عوגיות|クッキー|cookie(?:を|の)|使用 ?cookies?|쿠키',
)

/** Buttons that answer a request for consent. */
export const consentButton =
  /^(?:(?:i )?(?:accept|agree|allow|consent|reject|decline|refuse)(?: (?:all|cookies|all cookies|and (?:close|continue)))?|got it|ok(?:ay)?|manage (?:preferences|options|choices|settings|cookies)|(?:cookie )?(?:settings|preferences)|only necessary|necessary only|essential only|customi[sz]e|akzeptieren|alle(?:s)? (?:akzeptieren|ablehnen|zulassen)|einstellungen|zustimmen|ablehnen|tout (?:accepter|refuser)|accepter(?: et continuer)?|refuser|personnaliser|aceptar(?: todo| todas)?|rechazar(?: todo| todas)?|aceitar(?: tudo| todos)?|rejeitar|accetta(?: tutto| tutti)?|rifiuta|akkoord|accepteren|weigeren|akceptuję|zgadzam się|godkänn(?: alla)?|принять(?: все)?|согласен|отклонить|kabul et|قبول|موافق|אישור|同意(?:する)?|すべて許可|拒否|接受(?:全部)?|全部接受|拒绝|동의|허용)[.!]?$/iu

export const scriptNeeded = anyOf(
  '(?:enable|requires?|turn on|need|needs|activate|without|switch on) java ?script|java ?script (?:is|to be|must be) (?:required|disabled|enabled|turned off|needed)|you need to enable|this app (?:works best|requires)',
  'javascript (?:aktivieren|muss aktiviert|ist deaktiviert)|activ(?:er|ez) (?:le )?javascript|javascript (?:est désactivé|doit être activé)|(?:active|habilite|activa|habilita|ative) (?:el |o )?javascript|abilit(?:a|are) javascript|schakel javascript|włącz(?:yć)? (?:obsługę )?javascript',
  'включите (?:поддержку )?javascript|javascript ?を有効|(?:启用|啟用|开启|開啟) ?javascript|javascript를|تفعيل (?:جافا ?سكريبت|javascript)',
)
