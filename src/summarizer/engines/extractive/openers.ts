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
const unspaced =
  /^(?:อย่างไรก็ตาม|ดังนั้น|นอกจากนี้|นอกจากนั้น|แต่(?!ละ|ง)|และ|จากนั้น|ต่อมา|พวกเขา|เขาได้|เธอ|สิ่งนี้|ทั้งนี้|ในขณะเดียวกัน|虽然如此|雖然如此|尽管如此|儘管如此|由此|这样|這樣|如此|在这种情况|在此|上述|上面的?|以上|前者|后者|後者|两者|兩者|同样|同樣|再者|反之|否则|否則|其实|其實|事实上|事實上|实际上|實際上|実は|実際|他们|她们|它们|他|她|它|这些|那些|这|那|此外|但是|但|然而|因此|所以|而且|并且|同时|另外|例如|比如|于是|不过|该|該|其中|之后|随后|接着|首先|其次|最后|总之|对此|为此|与此同时|他們|她們|它們|這些|這|還有|還|因為如此|另一方面|彼ら|彼女|彼は|彼が|これ|それ|あれ|この|その|あの|しかし|だが|また|そして|だから|したがって|そのため|さらに|例えば|たとえば|一方|ところが|でも|なお|つまり|ここ|そこ|こう|そう|こんな|そんな|同氏|同社|同じ|さて|それ|ただし|ただ|加えて|次に|まず|最後に|ちなみに|もっとも|要するに|そんなわけ|具体的に(?:言えば|は)|代わりに|上の(?:例|よう)|上記|以上の|今回の|前述|後者|前者|いずれ|どちら|こうした|そうした|すると)/u

const korean =
  /^(?:사실|실제로|실은|그는|그녀는|그들은|이것은|그것은|이는|그건|그게|이건|이게|첫 번째|두 번째|세 번째|첫째|둘째|셋째|결국|그들이|그것이|그것을|이를|이런|이러한|그런|그러한|이에|이때|그때|이후|그러나|하지만|그런데|그리고|그러면|그러므로|그렇지만|게다가|그래서|따라서|또한|한편|예를 들어|반면)(?:\s|,|은\s)/u

const sets = new Map<string, ReadonlySet<string>>()

function setOf(language: string): ReadonlySet<string> {
  const known = sets.get(language)
  if (known !== undefined) return known
  const made = new Set((openers[language] ?? '').split(',').filter(Boolean))
  sets.set(language, made)
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
  const openers = setOf(language)
  if (openers.size === 0) return true
  const starters = starterSets.get(language) ?? new Set((clauseStarters[language] ?? '').split(' '))
  starterSets.set(language, starters)
  const first = words[0] ?? ''
  return starters.has(first) || openers.has(first) || openers.has(words.join(' '))
}

const leadingMarks = /^[\s"'“”‘’«»„([{¿¡—–-]+/u
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
  const marked = text.replace(leadingMarks, '')
  const bare = spoken ? marked.replace(spokenOpening, '') : marked
  if (unspaced.test(bare) || korean.test(bare)) return true
  // Vowel signs of Arabic are written or left out as one likes.
  const lower = bare
    .slice(0, 60)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\u064B-\u0652\u0640]/gu, '')
  const known = setOf(language)
  if (known.size === 0 || (language === 'en' && allowed.test(lower))) return false
  if (language === 'en' && aside.test(lower)) return true
  const opening = lower.split(/[\s,:;]+/u, 4)
  return opening.some((_, index) => known.has(opening.slice(0, index + 1).join(' ')))
}
