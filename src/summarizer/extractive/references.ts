/**
 * Openings of a sentence that point back to the one before: pronouns and connectives, by primary language subtag.
 * A sentence that begins so can't be read alone. Lower case; phrases are separated by commas.
 */
const openers: Readonly<Record<string, string>> = {
  en: "he,she,it,they,him,his,her,hers,their,theirs,its,this,that,these,those,he's,she's,it's,they're,that's,he'd,she'd,they'd,he'll,she'll,they'll,it'll,they've,however,but,and,so,also,then,or,nor,yet,meanwhile,moreover,furthermore,therefore,thus,nevertheless,nonetheless,still,besides,instead,otherwise,consequently,hence,accordingly,additionally,likewise,similarly,conversely,indeed,such,both,neither,others,either,afterwards,afterward,later,later that,in addition,as a result,for example,for instance,on the other hand,on the contrary,in contrast,by contrast,after that,after this,before that,as such,at that,by then,in this,in that,with this,with that,the former,the latter,in other words,in fact,in turn,as well,even so,for this reason,for that reason,in the process,that said,on top of that,more than that,above all that,worse,better still,even then,even now,even they,even he,even she,only then,no longer,so far,because of this,because of that,of these,of those,to this,to that,some of them,one of them,many of them,most of them,all of them,none of them,the same,another reason,and then,when he,when she,when they,when it,as he,as she,as they,while he,while she,after he,after she,until then,since then,that was,yes,yeah,okay,ok,oh,well,um,uh,hmm,mm",
  de: 'tatsächlich,in wahrheit,in wirklichkeit,daran,darauf,daraus,darin,darunter,davon,davor,dazu,hierbei,hierfür,hiermit,hierzu,deren,dessen,ihnen,ebenfalls,vielmehr,zugleich,seitdem,seither,letztere,letzterer,ersterer,im gegensatz,er,sie,es,ihm,ihr,ihre,ihren,sein,seine,seinen,dieser,diese,dieses,diesem,diesen,jener,jene,jenes,das ist,das war,das sind,das waren,das sei,das wäre,das hat,das hatte,das hatten,das heißt,das hieß,das bedeutet,das bedeutete,das zeigt,das zeigte,das gilt,das galt,das wird,das wurde,das würde,das kann,das könnte,das konnte,das soll,das sollte,das muss,das müsste,das darf,das macht,das machte,das führt,das führte,das liegt,das lag,das gibt,das gab,das geht,das ging,das sagt,das sagte,das hilft,das half,das reicht,das klingt,das gelingt,das gelang,das funktioniert,das sorgt,das sorgte,das stimmt,das bleibt,das blieb,das hängt,das dürfte,das alles,das ergibt,das passiert,das geschieht,das geschah,das kommt,das kam,das lässt,das ließ,das steht,das tut,das erklärt,das entspricht,das betrifft,das gefällt,das wäre,dies,aber,doch,und,oder,jedoch,allerdings,dennoch,trotzdem,deshalb,daher,darum,deswegen,somit,also,außerdem,zudem,ferner,ebenso,auch,dann,danach,dabei,damit,dafür,dagegen,hingegen,stattdessen,sonst,andernfalls,schließlich,inzwischen,zum beispiel,beispielsweise,im gegensatz dazu,infolgedessen,da,dort,hier,denn,so,solche,beide,weder',
  fr: "en réalité,en fait,de là,d'où,de cela,à cela,pour cela,dans ce cas,à ce moment,celles-ci,ceux-là,celle-là,là,il,elle,ils,elles,ce,cela,ceci,ça,c'est,cet,cette,ces,celui-ci,celle-ci,ceux-ci,celui,celle,son,sa,ses,leur,leurs,mais,et,ou,or,donc,car,cependant,toutefois,pourtant,néanmoins,ainsi,alors,puis,ensuite,aussi,de plus,en outre,par ailleurs,en revanche,au contraire,par exemple,en effet,par conséquent,c'est pourquoi,d'autre part,enfin,y,lui,tous deux",
  es: 'en realidad,por eso,de ahí,de esto,de eso,a esto,a eso,con esto,con eso,en ese,en esa,en aquel,en aquella,de ese,de esa,allí,ahí,él,ella,ello,ellos,ellas,este,esta,esto,estos,estas,ese,esa,eso,esos,esas,aquel,aquella,aquello,su,sus,pero,y,e,o,sin embargo,no obstante,por tanto,por lo tanto,por eso,así,así que,entonces,luego,después,además,también,asimismo,en cambio,por el contrario,por ejemplo,de hecho,es decir,mientras tanto,ambos,tampoco',
  it: "in realtà,per questo,di questo,a questo,da questo,in questo,con questo,di ciò,a ciò,da ciò,ecco,lì,là,egli,ella,esso,essa,essi,esse,lui,lei,loro,questo,questa,questi,queste,quello,quella,ciò,il suo,la sua,i suoi,le sue,ma,e,o,però,tuttavia,quindi,perciò,dunque,così,allora,poi,inoltre,anche,invece,al contrario,per esempio,ad esempio,infatti,cioè,nel frattempo,entrambi,c'è",
  pt: 'na verdade,na realidade,daquele,daquela,daqueles,daquelas,disso,disto,daquilo,desse,dessa,desses,dessas,deste,desta,destes,destas,nisso,nisto,nesse,nessa,nesses,nessas,neste,nesta,naquele,naquela,é por isso,foi por isso,ele,ela,eles,elas,isso,isto,este,esta,estes,estas,esse,essa,esses,essas,aquele,aquela,aquilo,seu,sua,seus,suas,mas,e,ou,porém,contudo,todavia,no entanto,entretanto,portanto,por isso,assim,então,depois,além disso,também,pelo contrário,por exemplo,de fato,ou seja,ambos',
  nl: 'in werkelijkheid,in feite,daarbij,daarin,daarmee,daarna,daarom,daarop,daarvan,daarvoor,hierbij,hierdoor,hiermee,hierin,toen,hij,zij,ze,het is,het was,het wordt,het werd,het heeft,het had,het kan,het kon,het zal,het zou,het moet,het gaat,het ging,het lijkt,het leek,het blijkt,het bleek,het komt,het kwam,het blijft,het bleef,het betekent,het maakt,het duurt,het geeft,het gebeurt,het zijn,het waren,dit,dat,deze,die,zijn,haar,hun,maar,en,of,echter,toch,dus,daarom,daardoor,bovendien,ook,dan,daarna,vervolgens,daarentegen,integendeel,bijvoorbeeld,immers,namelijk,intussen,beide',
  sv: 'i själva verket,i verkligheten,han,hon,den är,den var,den har,den hade,den kan,den ska,den skulle,den blev,den blir,den gör,den gjorde,den ger,den gav,den kommer,den kom,den får,den fick,den visar,det,de är,de var,de har,de hade,de kan,de ska,de skulle,de blev,de blir,de gör,de gjorde,de ger,de gav,de kommer,de kom,de får,de fick,de vill,de ville,de säger,hans,hennes,deras,dess,denna,detta,dessa,men,och,eller,dock,ändå,därför,alltså,dessutom,också,sedan,däremot,istället,till exempel,samtidigt,båda,så',
  pl: 'w rzeczywistości,on,ona,ono,oni,one,jego,jej,ich,ten,ta,to,te,ci,tamten,ale,i,a,lub,jednak,więc,dlatego,zatem,ponadto,także,też,potem,następnie,natomiast,zamiast tego,na przykład,tymczasem,obaj',
  ru: 'на самом деле,в действительности,впрочем,хотя это,после этого,до этого,для этого,из-за этого,в этом,об этом,к тому же,вместе с тем,в то же время,поэтому-то,такая,такое,он,она,оно,они,его,её,ее,их,ему,ей,им,это,этот,эта,эти,тот,та,те,такой,такие,но,и,а,или,однако,поэтому,затем,потом,также,тоже,кроме того,более того,тем не менее,таким образом,итак,напротив,наоборот,например,при этом,между тем,оба,зато,ведь,там,тогда,здесь',
  uk: 'насправді,він,вона,воно,вони,його,її,їх,їм,це,цей,ця,ці,той,та,ті,але,і,й,а,або,однак,проте,тому,отже,потім,також,крім того,навпаки,наприклад,при цьому,тим часом,обидва,там,тоді',
  tr: 'aslında,gerçekte,o,onlar,onun,onların,bu,bunlar,bunun,şu,ama,fakat,ancak,ve,veya,oysa,bu nedenle,bu yüzden,dolayısıyla,ayrıca,sonra,daha sonra,üstelik,örneğin,yine de',
  cs: 'on,ona,ono,oni,jeho,její,jejich,ten,ta,to,tento,tato,toto,ti,ale,a,nebo,však,proto,tedy,také,potom,pak,navíc,naopak,například,místo toho,přitom,oba,tam,tehdy',
  da: 'han,hun,den er,den var,den har,den havde,den hadde,den kan,den skal,den skulle,den blev,den ble,den bliver,den blir,den gør,den gjør,den kommer,den kom,den får,den fik,den fikk,den viser,det,de er,de var,de har,de havde,de hadde,de kan,de skal,de skulle,de blev,de ble,de bliver,de blir,de gør,de gjør,de kommer,de kom,de får,de fik,de fikk,de vil,de ville,de siger,de sier,hans,hendes,deres,dens,dets,denne,dette,disse,men,og,eller,dog,derfor,altså,desuden,også,så,derefter,derimod,i stedet,for eksempel,samtidig,begge,der,her',
  no: 'han,hun,den er,den var,den har,den havde,den hadde,den kan,den skal,den skulle,den blev,den ble,den bliver,den blir,den gør,den gjør,den kommer,den kom,den får,den fik,den fikk,den viser,det,de er,de var,de har,de havde,de hadde,de kan,de skal,de skulle,de blev,de ble,de bliver,de blir,de gør,de gjør,de kommer,de kom,de får,de fik,de fikk,de vil,de ville,de siger,de sier,hans,hennes,deres,denne,dette,disse,men,og,eller,likevel,derfor,altså,dessuten,også,så,deretter,derimod,i stedet,for eksempel,samtidig,begge,der,her',
  fi: 'hän,he,se,ne,tämä,nämä,tuo,hänen,heidän,sen,niiden,mutta,ja,tai,kuitenkin,siksi,siis,lisäksi,myös,sitten,sen sijaan,esimerkiksi,samalla,molemmat,siellä,silloin',
  hu: 'ő,ők,ez,az pedig,ezek,azok,ennek,annak,de,és,vagy,azonban,ezért,tehát,továbbá,is,majd,aztán,viszont,ehelyett,például,közben,mindkettő,ott,akkor',
  ro: 'el,ea,ei,ele,acesta,aceasta,aceștia,acestea,acest,această,acel,acea,lui,dar,și,sau,însă,totuși,deci,prin urmare,de asemenea,apoi,în schimb,de exemplu,între timp,ambii,acolo,atunci',
  el: 'αυτός,αυτή,αυτό,αυτοί,αυτές,αυτά,εκείνος,εκείνη,του,της,τους,αλλά,και,ή,όμως,ωστόσο,επομένως,άρα,επίσης,έπειτα,αντίθετα,για παράδειγμα,εκεί,τότε',
  bg: 'той,тя,то,те,негов,нейният,техният,това,този,тази,тези,онзи,но,и,а,или,обаче,затова,следователно,също,освен това,после,след това,вместо това,например,междувременно,там,тогава',
  id: 'sebenarnya,kenyataannya,dia,ia,mereka,beliau,ini,itu,hal ini,hal itu,hal tersebut,tetapi,tapi,namun,dan,atau,jadi,maka,oleh karena itu,karena itu,selain itu,juga,kemudian,lalu,setelah itu,sebaliknya,sementara itu,misalnya,contohnya,dengan demikian,keduanya,di sana,padahal,akan tetapi',
  vi: 'thực tế,thực ra,anh ấy,cô ấy,ông ấy,bà ấy,anh ta,cô ta,họ,nó,điều này,điều đó,việc này,việc đó,đây,đó,nhưng,và,hoặc,tuy nhiên,vì vậy,do đó,vì thế,ngoài ra,hơn nữa,bên cạnh đó,sau đó,rồi,ngược lại,thay vào đó,ví dụ,chẳng hạn,trong khi đó,cả hai,ở đó,thế nhưng,như vậy',
  hi: 'वास्तव में,असल में,वह,वे,वो,यह,ये,उसका,उसकी,उसके,उनका,उनकी,उनके,उसने,उन्होंने,इसका,इसकी,इसके,इससे,इस,इन,उस,उन,लेकिन,परंतु,परन्तु,किंतु,और,या,हालाँकि,हालांकि,इसलिए,अतः,फिर,तब,साथ ही,भी,बल्कि,जबकि,उदाहरण के लिए,दोनों,वहाँ,वहां',
  he: 'למעשה,הוא,היא,הם,הן,זה,זאת,זו,אלה,אלו,שלו,שלה,אבל,אך,אולם,ואז,או,לכן,על כן,לפיכך,בנוסף,כמו כן,גם,אחר כך,לאחר מכן,לעומת זאת,במקום זאת,לדוגמה,למשל,בינתיים,שניהם,שם,למרות זאת,עם זאת',
  fa: 'او,آن,آنها,آن‌ها,این,وی,ایشان,اما,ولی,و,یا,با این حال,بنابراین,همچنین,سپس,بعد,در عوض,برای مثال,هر دو,آنجا',
  ur: 'وہ,یہ,اس,ان,اس کا,اس کی,لیکن,مگر,اور,یا,تاہم,اس لیے,پھر,بھی,مثال کے طور پر,دونوں,وہاں',
  ar: 'في الواقع,في الحقيقة,هو,هي,هم,هذا,هذه,ذلك,تلك,هؤلاء,لكن,ولكن,ثم,أيضا,لذلك,ولذلك,وهذا,وهذه,وهو,وهي,كما,إلا أن,ومع ذلك,بالإضافة إلى ذلك,على سبيل المثال,هما,هن,وقد,وكان,وكانت,بينما,بعد ذلك,بل,غير أن,كذلك,أيضًا,ومن ثم,ومن هنا,هناك,وبالتالي,بالمقابل,في المقابل',
}

/** Words that begin a clause without pointing back, for speech that nobody punctuated; spaces between them. */
const clauseStarters: Readonly<Record<string, string>> = {
  en: "i you we i'm i've i'd i'll you're you've you'll we're we've we'll there there's what how why who when if because while although since unless until let's let please maybe perhaps basically today yesterday tomorrow remember imagine",
  de: 'ich du wir ihr man es wenn weil als was wie warum wer wo obwohl während bevor nachdem damit heute gestern morgen vielleicht',
  fr: "je j'ai tu nous vous on il elle il y quand si pourquoi comment lorsque puisque bien aujourd'hui hier demain peut-être",
  es: 'yo tú nosotros usted ustedes hay cuando si porque qué cómo quién donde aunque mientras hoy ayer mañana quizás',
  it: "io tu noi voi lei si c'è quando se perché cosa come chi dove mentre anche oggi ieri domani forse",
  pt: 'eu tu você nós vocês há quando se porque como quem onde embora enquanto hoje ontem amanhã talvez',
  nl: 'ik jij je wij we u er als omdat wanneer wat hoe waarom wie waar hoewel terwijl vandaag gisteren morgen misschien',
  sv: 'jag du vi ni man när om eftersom vad hur varför vem där fast medan idag igår imorgon kanske',
  pl: 'ja ty my wy jest są kiedy gdy jeśli ponieważ co jak dlaczego kto gdzie chociaż podczas dziś wczoraj jutro może',
  ru: 'я ты мы вы есть когда если как почему кто где хотя пока сегодня вчера завтра может',
  uk: 'я ти ми ви є коли якщо бо як чому хто де хоча поки сьогодні вчора завтра може',
  tr: 'ben sen biz siz eğer çünkü ne nasıl neden kim nerede bugün dün yarın belki',
}

/** Written without spaces, so they are matched as prefixes. */
const unspacedOpeners =
  /^(?:อย่างไรก็ตาม|ดังนั้น|นอกจากนี้|นอกจากนั้น|แต่(?!ละ|ง)|และ|จากนั้น|ต่อมา|พวกเขา|เขาได้|เธอ|สิ่งนี้|ทั้งนี้|ในขณะเดียวกัน|虽然如此|雖然如此|尽管如此|儘管如此|由此|这样|這樣|如此|在这种情况|在此|上述|上面的?|以上|前者|后者|後者|两者|兩者|同样|同樣|再者|反之|否则|否則|其实|其實|事实上|事實上|实际上|實際上|実は|実際|他们|她们|它们|他|她|它|这些|那些|这|那|此外|但是|但|然而|因此|所以|而且|并且|同时|另外|例如|比如|于是|不过|该|該|其中|之后|随后|接着|首先|其次|最后|总之|对此|为此|与此同时|他們|她們|它們|這些|這|還有|還|因為如此|另一方面|彼ら|彼女|彼は|彼が|これ|それ|あれ|この|その|あの|しかし|だが|また|そして|だから|したがって|そのため|さらに|例えば|たとえば|一方|ところが|でも|なお|つまり|ここ|そこ|こう|そう|こんな|そんな|同氏|同社|同じ|さて|それ|ただし|ただ|加えて|次に|まず|最後に|ちなみに|もっとも|要するに|そんなわけ|具体的に(?:言えば|は)|代わりに|上の(?:例|よう)|上記|以上の|今回の|前述|後者|前者|いずれ|どちら|こうした|そうした|すると)/u

const korean =
  /^(?:사실|실제로|실은|그는|그녀는|그들은|이것은|그것은|이는|그건|그게|이건|이게|첫 번째|두 번째|세 번째|첫째|둘째|셋째|결국|그들이|그것이|그것을|이를|이런|이러한|그런|그러한|이에|이때|그때|이후|그러나|하지만|그런데|그리고|그러면|그러므로|그렇지만|게다가|그래서|따라서|또한|한편|예를 들어|반면)(?:\s|,|은\s)/u

const openerSets = new Map<string, ReadonlySet<string>>()

function openersOf(language: string): ReadonlySet<string> {
  const known = openerSets.get(language)
  if (known !== undefined) return known
  const made = new Set((openers[language] ?? '').split(',').filter(Boolean))
  openerSets.set(language, made)
  return made
}

const starterSets = new Map<string, ReadonlySet<string>>()

/**
 * Whether a clause is likely to begin with the given words; in a language without lists, whatever they are.
 *
 * @param words one or two, in lower case
 * @param language primary language subtag, lower case
 */
export function opensClause(words: readonly string[], language: string): boolean {
  const openers = openersOf(language)
  if (openers.size === 0) return true
  const starters = starterSets.get(language) ?? new Set((clauseStarters[language] ?? '').split(' '))
  starterSets.set(language, starters)
  const first = words[0] ?? ''
  return starters.has(first) || openers.has(first) || openers.has(words.join(' '))
}

const openingMarks = /^[\s"'“”‘’«»„([{¿¡—–-]+/u
const allowed =
  /^(?:it (?:is|was|has been) [\p{L}-]+ (?:that|to)\b|(?:this|these) (?:paper|study|article|book|report|chapter|work|thesis|guide|week|month|year|morning|summer|winter|spring|autumn|fall|season|essay|survey|review|research)\b|(?:both|either) (?!(?:of|were|are|have|had|is|was|can|will|also|\p{L}+ly)\b)\p{L}|well[- ]\p{L}+ed)/u

/** Direct speech with its speaker named after it: what it opens with is the speaker's affair. */
const speech = /^["“«„「].{3,}["”»“」][,.!?]?\s*\p{L}[^"“”«»„「」]{4,}$/su

/** One word that answers or points, and a comma after it. */
const aside = /^(?:there|here|then|now|no|nope|sure|look|listen|see|ah|aha|hey|wow|alas|right|true|ok),/u

/** How people begin to speak; in speech these words join nothing. */
const spokenOpening = /^(?:(?:so|and|but|well|okay|ok|now|um|uh|oh|yeah|yes|right|mm|hmm|alright|actually)\b[\s,.]*)+/iu

/**
 * Whether a sentence opens with a word that needs the sentence before it.
 *
 * @param language primary language subtag, lower case
 * @param spoken it comes from a transcript
 */
export function pointsBack(text: string, language: string, spoken = false): boolean {
  if (speech.test(text)) return false
  const marked = text.replace(openingMarks, '')
  const bare = spoken ? marked.replace(spokenOpening, '') : marked
  if (unspacedOpeners.test(bare) || korean.test(bare)) return true
  // Vowel signs of Arabic are written or left out as one likes.
  const lower = bare
    .slice(0, 60)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\u064B-\u0652\u0640]/gu, '')
  const known = openersOf(language)
  if (known.size === 0 || (language === 'en' && allowed.test(lower))) return false
  if (language === 'en' && aside.test(lower)) return true
  const opening = lower.split(/[\s,:;]+/u, 4)
  return opening.some((_, index) => known.has(opening.slice(0, index + 1).join(' ')))
}

/**
 * Nouns that name again what was named before when they open a sentence with nothing but the definite article ("The
 * company said …"), by primary language subtag. With a complement they explain themselves ("The company behind …").
 */
const nouns: Readonly<Record<string, string>> = {
  en: 'company firm group team band duo trio pair couple startup giant organization organisation agency institute institution report study article author authors researcher researchers scientists man woman boy girl men women child children singer actor actress director officer officers official officials suspect suspects victim victims film movie show series book novel game device phone app car vehicle product feature features update version move decision announcement deal agreement project program programme law bill measure measures attack incident accident event meeting case ruling trial process method approach technique tool result results finding findings problem issue question reason idea concept term word number figure increase change changes difference effect site website page post image photo picture story news statement letter document trend phenomenon building area place former latter rest others console thing things point position role task work job step program sample samples subjects participants patients',
  de: 'firma gruppe mannschaft band duo unternehmen konzern organisation behörde bericht studie artikel autor autoren forscher wissenschaftler mann frau junge mädchen kinder sänger schauspieler täter opfer film serie buch roman spiel gerät auto fahrzeug produkt version entscheidung projekt programm gesetz angriff vorfall unfall treffen urteil prozess verfahren methode ergebnis ergebnisse problem frage grund idee begriff zahl änderung unterschied seite bild geschichte gebäude beiden ersten zweite dritte andere anderen erste letzte letztere',
  fr: 'entreprise société groupe équipe organisation agence rapport étude article auteur auteurs chercheur chercheurs homme femme garçon fille chanteur acteur réalisateur suspect victime victimes film série livre roman jeu appareil voiture véhicule produit version décision projet programme loi attaque incident accident réunion procès méthode résultat résultats problème question raison idée mot chiffre différence site page image histoire bâtiment deux premier première second seconde autre autres dernier dernière',
  es: 'empresa compañía grupo equipo banda organización agencia informe estudio artículo autor autores investigador investigadores hombre mujer niño niña cantante actor director sospechoso víctima víctimas película serie libro novela juego dispositivo coche vehículo producto versión decisión proyecto programa ley ataque incidente accidente reunión juicio método resultado resultados problema pregunta razón idea palabra cifra diferencia sitio página imagen historia edificio dos primero primera segundo segunda otro otra otros último última',
  it: 'azienda società gruppo squadra organizzazione agenzia rapporto studio articolo autore autori ricercatore ricercatori uomo donna ragazzo ragazza cantante attore regista sospetto vittima vittime film serie libro romanzo gioco dispositivo auto veicolo prodotto versione decisione progetto programma legge attacco incidente riunione processo metodo risultato risultati problema domanda ragione idea parola cifra differenza sito pagina immagine storia edificio due primo prima secondo seconda altro altra altri ultimo ultima',
  pt: 'empresa companhia grupo equipe equipa banda organização agência relatório estudo artigo autor autores pesquisador pesquisadores homem mulher menino menina cantor ator diretor suspeito vítima vítimas filme série livro romance jogo dispositivo carro veículo produto versão decisão projeto programa lei ataque incidente acidente reunião julgamento método resultado resultados problema pergunta razão ideia palavra número diferença site página imagem história edifício dois primeiro primeira segundo segunda outro outra outros último última',
}

const articles: Readonly<Record<string, RegExp>> = {
  en: /^the /iu,
  de: /^(?:der|die|das|den|dem) /iu,
  fr: /^(?:le |la |les |l['’])/iu,
  es: /^(?:el|la|los|las) /iu,
  it: /^(?:il |lo |la |i |gli |le |l['’])/iu,
  pt: /^(?:o|a|os|as) /iu,
}
/** Words after the article among which the noun stands. */
const NOUN_REACH = 3

/** A complement that says which one is meant, right after the noun. */
const complement: Readonly<Record<string, RegExp>> = {
  en: /^(?:\s+(?:of|in|for|that|which|who|whose|to|at|on|with|between|behind|from|against|by|about|where|when|is that|was that)|,?\s+(?:called|named|known))\b/iu,
  de: /^[\s,]*(?:von|vom|des|der|im|in|für|dass|zu|zum|zur|mit|zwischen|hinter|aus|gegen|über|namens|bei|an|am|auf)(?=\s)/iu,
  fr: /^[\s,]*(?:de|du|des|d['’]|que|qui|à|au|aux|pour|avec|entre|contre|sur|dont|où|en)(?=\s|['’])/iu,
  es: /^[\s,]*(?:de|del|que|a|al|para|con|entre|contra|sobre|en)(?=\s)/iu,
  it: /^[\s,]*(?:di|del|dello|della|dei|degli|delle|che|a|al|per|con|tra|fra|contro|su|sul|in)(?=\s)/iu,
  pt: /^[\s,]*(?:de|do|da|dos|das|que|a|ao|para|com|entre|contra|sobre|em|no|na)(?=\s)/iu,
}

/** A quantity or an order that stands for things named before: "Some gave up", "Another is the price". */
const elliptical: Readonly<Record<string, RegExp>> = {
  en: /^(?:some|many|most|others|few|several|all|none|one|two|three|four|each|both|much|more|fewer|another|any|enough|plenty|the (?:first|second|third|last|next|other|others|rest|latest|former|latter|most \p{L}+|more \p{L}+))(?: (?:one|ones|two))?,? (?:is|are|was|were|be|has|have|had|will|would|can|could|do|does|did|may|might|must|should|also|then|even|just|simply|said|says|say|came|went|got|gave|took|made|left|lost|found|became|felt|began|thought|told|\p{L}{2,}ed)\b|^another (?:\p{L}+ )?(?:\p{L}+) (?:is|was|are|were|came)\b|^(?:one|two) (?:more|other|others|further)\b|^(?:first|second|third|fourth|secondly|thirdly|finally|lastly|last|next|elsewhere|there|here|now|once again|again|back|too|sure|true|not so|not only|nor|except|along the way|in response|in return|by contrast|that way|this way|in doing so|in so doing|either way|in any case|in either case|for one|for starters|to that end|to do so|to do this|to do that|as expected|as promised|as usual|speaking of|in short|in sum|of course|after all|no wonder|none of that|none of this|all of this|all of that|all this|all that|at the time|at that time|at this point|in all|in both|from there|from then|since|in the meantime|the same|of the|of course|among them|among these|among those|like most|like many|like the|unlike)(?: |, )/iu,
}
/** What makes the listed openings stand alone after all. */
const explained: Readonly<Record<string, RegExp>> = {
  en: /^(?:like (?:most|many|the) [\p{L} -]{3,60},|unlike [\p{L} -]{3,60},|of the \p{N}+|of the \p{L}+ \p{L}+|there (?:is|are|was|were|will|has|have|exists?)\b|since (?:the |\p{N}|\p{Lu})|first (?:published|opened|built)|now (?:that )?\p{Lu}|last (?:year|week|month|night|summer|winter|spring|fall|autumn|\p{Lu})|next (?:year|week|month|summer|winter|spring|\p{Lu})|back in )/u,
}

/** A verb of the past first: who did it was said before, where the language leaves such subjects out. */
const verbFirst: Readonly<Record<string, RegExp>> = {
  he: /^(?:שאל|שאלה|ענה|ענתה|המשיך|המשיכה|אמר|אמרה) (?!כי|ש)/u,
  es: /^(?:\p{Lu}\p{Ll}+(?:aba|aban|ó|aron|ieron)|Tienen?|Es también|Son también|Serán?|Estará)\s/u,
  it: /^(?:\p{Lu}\p{Ll}+(?:ava|avano|ò|arono|irono)|(?:È|E['’]) (?:anche|stat[oa]|abbastanza)|Sarà|Saranno)\s/u,
  pt: /^(?:\p{Lu}\p{Ll}+(?:ava|avam|ou|aram|iram)|É também|Será|Serão|Tem|Têm)\s/u,
}

const nounSets = new Map<string, ReadonlySet<string>>()

function nounsOf(language: string): ReadonlySet<string> {
  const known = nounSets.get(language)
  if (known !== undefined) return known
  const made = new Set((nouns[language] ?? '').split(' ').filter(Boolean))
  nounSets.set(language, made)
  return made
}

/** Whether a definite description opens the text that only an earlier sentence can have introduced. */
function opensDefinite(text: string, language: string): boolean {
  const known = nounsOf(language)
  const article = articles[language]?.exec(text)?.[0]
  if (article === undefined || known.size === 0) return false
  let at = article.length
  for (const [word] of text.slice(at).matchAll(/[\p{L}-]+/gu)) {
    const end = text.indexOf(word, at) + word.length
    if (known.has(word.toLowerCase())) return complement[language]?.test(text.slice(end)) !== true
    // A name in the middle tells which: "The Nordhaven company".
    const named = language !== 'de' && /^\p{Lu}/u.test(word)
    if (named || text.slice(article.length, end).split(' ').length >= NOUN_REACH) return false
    at = end
  }
  return false
}

const leadingMarks = /^[\s"'“‘«„([{¿¡—–-]+/u

/**
 * Whether the subject that opens a sentence was named by sentences before it: "The company said so", "Some gave up".
 *
 * @param language primary language subtag, lower case
 */
export function hasAnaphor(text: string, language: string): boolean {
  const bare = text.slice(0, 160).replace(leadingMarks, '')
  const lower = bare.charAt(0).toLowerCase() + bare.slice(1)
  if (opensDefinite(bare, language) || verbFirst[language]?.test(bare) === true) return true
  return elliptical[language]?.test(lower) === true && explained[language]?.test(lower) !== true
}

/** Something in the middle that is named by pointing back to it, times of the present left aside. */
const pointers: Readonly<Record<string, RegExp>> = {
  en: /\s(?:this|these|those|such an?) (?!(?:year|week|month|morning|summer|winter|spring|autumn|fall|day|century|planet|country|world)s?\b)\p{L}/iu,
  de: /\s(?:diese[rsmn]?|jene[rsmn]?|solche[rsmn]?) (?!(?:jahr|woche|monat|sommer|winter|tage?)\b)\p{L}/iu,
  fr: /\s(?:cette|ces|cet|ce) (?!(?:qui|que|qu|dont|sont|soit|année|semaine|mois|matin|jour)(?=[\s'’]))\p{L}/iu,
  es: /\s(?:est[ae]|est[oa]s|es[ae]|es[oa]s|aquel|aquella|dich[oa]s?) (?!(?:año|semana|mes|mañana|día|verano|invierno)s?(?!\p{L}))\p{L}/iu,
  it: /\s(?:quest[oaie]|quell[oaie]|quel|quei|tale|tali) (?!(?:anno|settimana|mese|mattina|estate|inverno|che)(?!\p{L}))\p{L}/iu,
  pt: /\s(?:n?[ed]?est[ae]s?|n?d?ess[ae]s?|n?d?aquel[ae]s?|tal|tais) (?!(?:ano|semana|mês|manhã|dia|verão|inverno)s?(?!\p{L}))\p{L}/iu,
  nl: /\s(?:deze|dit|dat|die|zulke) (?=\p{L}{4,})(?!(?:jaar|week|maand|zomer|winter))\p{L}/iu,
  ru: /\s(?:эт(?:от|а|у|ой|им|их|ого|ому|ом|ими)|так(?:ой|ая|ие|их|ого)) (?!(?:год|недел|месяц|лет|зим))\p{L}/iu,
  uk: /\s(?:ц(?:ей|я|ю|ієї|им|их|ього|ьому)|так(?:ий|а|і|их|ого)) (?!(?:рік|року|тиж|місяц))\p{L}/iu,
  pl: /\s(?:t(?:en|ego|emu|ym|ej|ę|ych|ymi)|tak(?:i|a|ie|ich|iego)) (?!(?:rok|tydzie|tygod|miesi))\p{L}/iu,
}

/**
 * Whether something in the middle of a text is named by pointing back to it: "from this plan".
 *
 * @param language primary language subtag, lower case
 */
export function pointsInside(text: string, language: string): boolean {
  return pointers[language]?.test(text) === true
}

/**
 * Words inside a sentence that take their meaning from those before it, by primary language subtag: times and things
 * named only by pointing, connectives in the middle, and what is left out since it was just said.
 */
const inside: Readonly<Record<string, RegExp>> = {
  en: /^the (?:first|second|third|other|others|last)(?: one)? (?:is|was|are|were)\b|^only (?:then|now|later)\b|\bthem[.!]|\b(?:that (?:year|day|week|month|time|night|morning|summer|winter|spring|autumn|fall|decade|period|point|moment|case|way|kind)|(?:the )?same (?:year|day|week|month|time)|(?:did|do|does|doing) so|could do without|therefore|however|moreover|thus|hence|instead|the (?:latter|former)|(?:too|as well|either|again)[.,;]|these|the (?:next|previous|following) (?:year|day|week|month|morning)|(?:year|day|month|week|weeks|months|years|days) (?:later|earlier|before|after)[.,;]|at the time|by then|back then)/iu,
  de: /(?:^|\s)(?:(?:in )?(?:jenem|diesem|demselben) (?:jahr|tag|monat|sommer|winter)|damals|deshalb|daher|allerdings|jedoch|hingegen|dagegen|stattdessen|ebenfalls|ein jahr später|tage später|wochen später|jahre später|am nächsten tag)(?=[\s.,;])/iu,
  fr: /(?:^|\s)(?:cette (?:année|semaine|nuit|époque)|ce (?:jour|mois|moment)-là|donc|cependant|toutefois|pourtant|alors|ans plus tard|jours plus tard|l'année suivante)(?=[\s.,;])/iu,
  it: /(?:^|\s)(?:(?:quell['’]|quel |in quel )(?:anno|giorno|mese|momento|periodo)|allora|perciò|quindi|tuttavia|invece|inoltre|anni dopo|giorni dopo|l['’]anno (?:dopo|successivo))(?=[\s.,;])/iu,
  pt: /(?:^|\s)(?:n?(?:esse|aquele) (?:ano|dia|mês|momento|período)|então|portanto|porém|contudo|entretanto|além disso|anos depois|dias depois|no ano seguinte)(?=[\s.,;])/iu,
  nl: /(?:^|\s)(?:dat (?:jaar|moment)|die (?:dag|maand|tijd)|destijds|daarom|echter|daarentegen|bovendien|jaren later|dagen later|het jaar daarop)(?=[\s.,;])/iu,
  sv: /(?:^|\s)(?:det (?:året|ögonblicket)|den (?:dagen|månaden|tiden)|då för tiden|därför|dock|däremot|dessutom|år senare|dagar senare|året därpå)(?=[\s.,;])/iu,
  pl: /(?:^|\s)(?:(?:w )?(?:tym|tamtym) (?:roku|dniu|miesiącu|czasie|momencie)|wtedy|wówczas|dlatego|jednak|natomiast|lata później|dni później|rok później)(?=[\s.,;])/iu,
  ru: /(?:^|\s)(?:в (?:тот|этот|том|этом) (?:год|году|день|месяц|момент|же году)|тогда|поэтому|однако|зато|впрочем|лет спустя|дней спустя|год спустя|в следующем году)(?=[\s.,;])/iu,
  uk: /(?:^|\s)(?:(?:того|цього) (?:року|дня|місяця|моменту)|тоді|тому(?! що)|однак|проте|натомість|років потому|днів потому|наступного року)(?=[\s.,;])/iu,
  tr: /(?:^|\s)(?:o (?:yıl|gün|ay|zaman|sırada)|bu nedenle|bu yüzden|ancak|oysa|yıllar sonra|günler sonra|ertesi yıl)(?=[\s.,;])/iu,
  id: /(?:^|\s)(?:(?:tahun|hari|bulan|saat|waktu) (?:itu|tersebut)|oleh karena itu|karena itu|namun|tersebut|tahun kemudian|hari kemudian)(?=[\s.,;])/iu,
  ar: /^و(?:ال|هذ|هو|هي|هم|قد|لم|لن|لا|كان|إن|أن|في|على|من|كل|أضاف|قال|تابع|أوضح|عند|بعد|إذا|رأينا)|^ف(?:ال|إن|قد|كان|كل|لم|لا|هو|هي|ت[\u0621-\u064A]{3})|(?:^|\s)(?:في (?:ذلك|تلك) (?:العام|اليوم|الوقت|الفترة|السنة)|آنذاك|لذلك|حينها|بعد ذلك|العام التالي)(?=[\s.،؛])/u,
  he: /(?:^|\s)(?:באותו (?:יום|זמן|חודש|רגע)|באותה (?:שנה|תקופה|עת)|אז|לכן|לפיכך|אולם|עם זאת|שנים לאחר מכן|כעבור \p{L}+)(?=[\s.,;])/u,
  hi: /(?:^|\s)(?:उस (?:साल|वर्ष|दिन|महीने|समय)|इसलिए|हालाँकि|हालांकि|लेकिन|(?:साल|दिन) बाद|अगले (?:साल|वर्ष))(?=[\s,;।])/u,
  es: /(?:^|\s)(?:(?:ese|aquel) (?:año|día|mes|momento)|entonces|por tanto|sin embargo|además|años después|días después|al año siguiente|también)(?=[\s.,;])/iu,
}
const unspacedInside = /^(?:[一二三四]是|其[一二三])|^.{2,}(?:当年|当时|同年|因此|然而|那一年|その年|当時|同年)/u

/** Third-person pronouns that stand for a person or thing; in the first words nothing can have said which. */
const pronouns: Readonly<Record<string, RegExp>> = {
  en: /\b(?:he|she|it|they|him|them|this)\b|^\p{L}+ (?:his|her|their)\b/iu,
  de: /(?:^|\s)(?:er|ihn|ihm|ihnen|dies|diese|dieser|dieses|diesem)(?=\s|,)/iu,
  fr: /(?:^|\s)(?:il|elle|ils|elles|celui-ci|celle-ci|cela|ceci)(?=\s|,)/iu,
  es: /(?:^|\s)(?:él|ella|ellos|ellas|esto|eso|aquello)(?=\s|,)/iu,
  it: /(?:^|\s)(?:lui|lei|egli|ella|essi|esse|ciò)(?=\s|,)/iu,
  pt: /(?:^|\s)(?:ele|ela|eles|elas|isto|isso|aquilo)(?=\s|,)/iu,
  nl: /(?:^|\s)(?:hij|hem|zij(?= [a-z]+t\b)|hen)(?=\s|,)/iu,
  sv: /(?:^|\s)(?:han|hon|honom|henne)(?=\s|,)/iu,
  ru: /(?:^|\s)(?:он|она|они|ему|ей|им|его|её|ее|их)(?=\s|,)/iu,
  uk: /(?:^|\s)(?:він|вона|вони|йому|їй|їм|його|її|їх)(?=\s|,)/iu,
}
const EARLY_WORDS = 5
/** "It" that stands for what follows, and clauses whose pronoun may mean what comes after them. */
const forward =
  /^(?:it (?:is|was|has been) [\p{L}-]+ (?:that|to)\b|(?:when|if|while|as|after|before|because|since|although|though|unless|wenn|als|weil|nachdem|obwohl|quand|si|lorsque|cuando|aunque)\b|il y a\b|il (?:faut|est|était)\b)/iu

/**
 * Whether a pronoun among the first words stands for something that only the sentences before can have named.
 *
 * @param language primary language subtag, lower case
 */
export function hasEarlyPronoun(text: string, language: string): boolean {
  if (/["“”«»„]/u.test(text) || forward.test(text)) return false
  const early = text.split(/\s+/u, EARLY_WORDS).join(' ')
  return pronouns[language]?.test(early) === true
}

/**
 * Whether a sentence leans on the ones before it by words in its middle.
 *
 * @param language primary language subtag, lower case
 */
export function leans(text: string, language: string): boolean {
  return inside[language]?.test(text) === true || unspacedInside.test(text)
}

/**
 * Openings and turns by which manuals send their readers elsewhere: to a section, a page, a manual. Such a sentence
 * says nothing by itself. By primary language subtag.
 */
const referrals: Readonly<Record<string, RegExp>> = {
  en: /^(?:please |also |or )?(?:see|refer to|consult|cf\.) (?!(?:if|whether|how|that)\b)(?:also )?(?:the |this |our |its |appendix|chapter|section|sect?\.|part|page|“|"|\S+\(\d\)|§).{0,160}$|^(?:please )?(?:read|check|look at|take a look at) (?:the |this |our )?(?:[\p{L}\p{N}-]+ ){0,3}(?:section|chapter|appendix|manual|documentation|docs|man ?page|file|guide|readme|faq|web ?page|website)\b|^(?:for|more|further|additional|detailed) (?:\p{L}+ ){0,3}(?:information|details?|documentation|instructions?|examples?|explanations?|discussion)\b.{0,80}\b(?:see|refer|consult|(?:is|are|can be) (?:given|found|available|provided|listed|described)|(?:given|found|available) (?:in|at|on))\b|\b(?:is|are) (?:described|explained|discussed|documented|covered) in (?:more |greater )?(?:detail )?(?:in )?(?:the |section|chapter|appendix|sec\.)|^(?:details|examples|instructions|explanations) (?:are|is|can be) (?:given|found|described|available|in)\b|^note that (?:the )?(?:following|above)\b|\b(?:is|are) discussed in sec(?:tion|\.)/iu,
  de: /^(?:bitte )?(?:siehe|vgl\.|vergleiche|lesen sie|schauen sie|beachten sie|konsultieren sie)(?=\s)|^(?:näheres|weitere|mehr|genauere|zusätzliche|nähere)(?: \p{L}+){0,3} (?:finden|findet|finden sie|erhalten|stehen|lesen|gibt es|siehe)(?=\s)|^(?:weitere|mehr|nähere|zusätzliche) (?:informationen|details|einzelheiten|hinweise)(?=\s)/iu,
  fr: /^(?:veuillez )?(?:voir|voyez|consultez|consulter|reportez-vous|se reporter|référez-vous|cf\.|lisez)(?=\s)|^(?:pour (?:plus|davantage|de plus amples)|(?:plus|davantage)) d['’]?(?:e )?\s?(?:informations?|détails?|explications?|précisions?)/iu,
  es: /^(?:por favor,? )?(?:véase|vea|ver|consulte|consúltese|lea|cf\.|revise)(?=\s)|^(?:para (?:obtener )?)?(?:más|mayor) (?:información|detalles|informaciones)/iu,
  it: /^(?:si )?(?:vedere|veda|vedi|consultare|consulti|leggere|cfr\.)(?=\s)|^(?:per )?(?:maggiori|ulteriori|altre) (?:informazioni|dettagli)/iu,
  pt: /^(?:por favor,? )?(?:veja|ver|vide|consulte|leia|cf\.)(?=\s)|^(?:para )?(?:mais|maiores) (?:informações|detalhes)/iu,
  nl: /^(?:zie|raadpleeg|lees|bekijk|kijk)(?=\s)|^(?:voor )?(?:meer|verdere) (?:informatie|details)/iu,
  sv: /^(?:se|läs)(?= (?:även|avsnitt|kapitel|också|mer))|^(?:för )?(?:mer|ytterligare) (?:information|detaljer)/iu,
  pl: /^(?:zobacz|patrz|zob\.|por\.|przeczytaj|sprawdź)(?=\s)|^(?:więcej|dalsze|szczegółowe) (?:informacji|informacje|szczegółów)/iu,
  ru: /^(?:см\.|смотрите|смотри|обратитесь|ознакомьтесь|прочтите|прочитайте)(?=\s)|^(?:более |дополнительн|подробн|больше )[^.]{0,60}(?:информаци|сведени|подробност|см\.|можно (?:найти|прочитать|узнать)|находится|описан)|см\. (?:раздел|главу|приложение|также)[^.]{0,80}[.»)]*$/iu,
  uk: /^(?:див\.|дивіться|зверніться|ознайомтеся|прочитайте)(?=\s)|^(?:більше|додатков|детальн)[^.]{0,60}(?:інформаці|відомост|див\.|можна (?:знайти|прочитати))/iu,
  tr: /^(?:bkz\.?|bakınız)(?=\s)|^(?:daha fazla|ayrıntılı|ek) (?:bilgi|ayrıntı)/iu,
  vi: /^(?:xem|hãy xem|hãy đọc|tham khảo)(?=\s)|^(?:để biết )?(?:thêm )?thông tin chi tiết/iu,
  id: /^(?:lihat|silakan lihat|baca|rujuk)(?=\s)|^(?:untuk )?informasi (?:lebih lanjut|selengkapnya)/iu,
  el: /^(?:δείτε|βλ\.|βλέπε|ανατρέξτε|διαβάστε)(?=\s)|^(?:για )?περισσότερες (?:πληροφορίες|λεπτομέρειες)/iu,
  ar: /^(?:انظر|راجع|طالع|اقرأ)(?:وا)?(?=\s)|^(?:\[\d{1,3}\] ?)?ل?(?:لمزيد|مزيد) من (?:المعلومات|التفاصيل)/u,
  he: /^(?:ראו?|עיינו?|קראו?)(?= (?:את|ב|גם|פרק|סעיף))|^(?:למידע|לפרטים) נוספ/u,
  fa: /^(?:برای|جهت) (?:کسب )?(?:اطلاعات|جزئیات) بیشتر|را (?:ببینید|مشاهده کنید)\.$/u,
  hi: /^(?:अधिक|और|ज़्यादा|ज्यादा) (?:जानकारी|विवरण)/u,
  ko: /(?:참조|참고)(?:하십시오|하세요|하시오|하기 바랍니다|하시기 바랍니다)?\.?$|(?:정보|내용)[은는이가]? .{0,40}(?:에|에서) (?:있습니다|있다|볼 수 있습니다)\.$|^.{0,60}(?:자세한|추가) (?:내용|정보|사항)[은는].{0,30}\.$/u,
}
const unspacedReferrals =
  /^(?:请|請)?(?:参见|參見|参阅|參閱|参考|參考|参照|详见|詳見|查看|查阅)|(?:请|請)(?:参见|參見|参阅|參閱|参考|參考|查阅|查看)[^。]{0,60}。$|(?:详细|更多|進一步|进一步)(?:信息|資訊|资料|情况|内容|細節|细节)[^。]{0,20}(?:参见|參見|参阅|參閱|查阅|請見|请见|参考|访问)|(?:を|も)(?:参照|ご覧|ご参照|見て)(?:して|に)?(?:ください|下さい|のこと|せよ)?。$|^(?:詳細|詳しく)(?:は|については)/u

/** A longer sentence says something besides. */
const MOST_CHARACTERS = 260

/**
 * Whether a sentence only sends the reader to another place.
 *
 * @param language primary language subtag, lower case
 */
export function isReferral(text: string, language: string): boolean {
  if (text.length > MOST_CHARACTERS) return false
  return unspacedReferrals.test(text) || referrals[language]?.test(text) === true
}
