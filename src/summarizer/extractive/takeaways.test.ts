import { describe, expect, test } from 'vitest'
import { withTexts } from '../../../tests/support/with-texts.ts'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { documentOf as madeOf } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'
import { splitSentences } from '../text/sentences.ts'

interface Labelled {
  name: string
  language: string
  /** Paragraphs; "# " before a heading, "- " before an item of a list. */
  text: readonly string[]
  /** No gist, takeaway or quote may contain these. */
  never: readonly string[]
  /** Gist, takeaways and quotes contain at least one of these. */
  may: readonly string[]
}

function documentOf({ language, text, name }: Labelled): ExtractedDocument {
  let heading: string[] = []
  const blocks = text.flatMap((line, index): Block[] => {
    const location = { kind: 'paragraph' as const, paragraph: index + 1 }
    if (line.startsWith('# ')) {
      heading = [line.slice(2)]
      return [{ id: `b${index + 1}`, type: 'heading', level: 2, text: line.slice(2), headingPath: [], location }]
    }
    const item = line.startsWith('- ')
    const own = item ? line.slice(2) : line
    return [{ id: `b${index + 1}`, type: item ? 'list-item' : 'paragraph', text: own, headingPath: heading, location }]
  })
  return madeOf(blocks, { kind: 'article', title: name, language })
}

const summarize = async (document: ExtractedDocument) => withTexts(await extract(document))

const labelled: readonly Labelled[] = [
  {
    name: 'Cold and colds',
    language: 'en',
    text: [
      '# Catching a cold',
      'Many people believe that wet hair gives you a cold. In fact a cold comes from a virus that passes from hand to hand. The clinic in Tarn followed 900 families over three winters and found that children brought home two colds in three. However, parents were seldom tested.',
      'Washing hands before each meal cut the number of colds in those families by a third. It is often said that vitamins prevent colds. But the families that took vitamins had as many colds as the others.',
      'The clinic recommends open windows for ten minutes each morning, because the virus stays in still air for hours. “A closed classroom is a better home for a virus than any cold street,” said the doctor Ilse Maron.',
      '# References',
      'Maron, I. and Oduya, P. (2019). Colds in families. Journal of Small Clinics, vol. 4, no. 2, pp. 11-19.',
    ],
    never: ['wet hair', 'vitamins prevent', 'Journal of', 'However', 'But the families'],
    may: [
      'cut the number of colds',
      'followed 900 families',
      'comes from a virus',
      'closed classroom',
      'recommends open windows',
    ],
  },
  {
    name: 'The tram comes back',
    language: 'en',
    text: [
      'The wind was cold and gulls sat on the old depot. Rosa Lind smiled, shrugged and opened the door of the last tram. She had a key that nobody else had.',
      'The town of Velm will build its tram again by 2031, sixty years after the last line closed. A line of nine kilometers will cost 210 million, and the state pays half. Some gave up hope long ago. The company said so on Monday.',
      'The council voted for the tram because buses on the same street carry 14,000 people a day and stand in traffic. “We did not close the tram because it failed but because it was in the way of cars,” Lind told the council. Subscribe to our newsletter for more on Velm.',
      'See Figure 3 for the new line. Trams will run every six minutes, and the ride across the town should take half as long as by bus.',
    ],
    never: ['gulls', 'Some gave up', 'newsletter', 'Figure 3', 'She had a key', 'told the council'],
    may: ['will build its tram again', 'will cost 210 million', 'carry 14,000 people', 'it was in the way of cars'],
  },
  {
    name: 'Setting up the box',
    language: 'en',
    text: [
      'The Lumo box stores photos at home and keeps a copy in two places. Before you start, update the box, because old versions lose the copy when the power fails. Click here to download the manual.',
      'Run lumo_setup --first-time and set store.path = /srv/photos/main before you connect a camera. The following options can be set:',
      '- the color of the light',
      '- Never switch the box off while the light is red, since the copy is then not complete.',
      'A full copy of 100,000 photos takes about nine hours over cable and two days over the air. As described above, the box needs a cable for the first copy.',
      'The box should stand where air can pass, because it stops copying above 60 degrees.',
    ],
    never: ['lumo_setup', 'color of the light', 'following options', 'Click here', 'described above'],
    may: [
      'stores photos at home',
      'Never switch the box off',
      'takes about nine hours',
      'needs a cable',
      'should stand where air can pass',
    ],
  },
  {
    name: 'A History of Salt',
    language: 'en',
    text: [
      '# Copyright',
      'Copyright © 2011 by Harbor House. All rights reserved. No part of this publication may be reproduced without permission. The scanning of this book without the permission of the publisher is illegal and punishable by law. ISBN 978-0-00-000000-0. Printed in Norland.',
      '# Contents',
      'Chapter 1 The first wells ........ 3 Chapter 2 The salt road ........ 41',
      '# The first wells',
      'Salt made towns rich because it kept fish and meat through the winter. The wells of Orla gave 3,000 barrels of salt each year, more than all other wells of the coast together. A barrel of salt cost as much as a cow.',
      'The crown took a third of every barrel as a tax, and the tax paid for two wars. When the tax was doubled in 1612, the salters left and the town lost half of its people.',
      '# Acknowledgments',
      'My thanks go to the archive of Orla, which opened its doors to me for three long summers of reading and asking.',
    ],
    never: ['reserved', 'ISBN', 'Chapter 1', 'My thanks', 'permission'],
    may: ['Salt made towns rich', 'gave 3,000 barrels', 'took a third of every barrel', 'lost half of its people'],
  },
  {
    name: 'Council meeting',
    language: 'en',
    text: [
      'Chair: Good evening everyone, and welcome to the meeting about the park. Ana Reyes: Um, well, so, yeah, I mean, that is, uh, one of the things, you know. Chair: Thank you.',
      'Ana Reyes: The park needs forty new trees before the summer, because the old ones died in the drought. Chair: What would that cost us? Ana Reyes: A tree costs 300 euros with planting, so the whole park costs 12,000 euros.',
      'Chair: Okay. Lev Brandt: The gardeners should plant oaks rather than birches, because oaks need less water after the third year. Chair: Right, right.',
      'Lev Brandt: We So we have decided to put 12,000 euros of the budget for the park into twelve new machines.',
      'Ana Reyes: The council agreed last year to spend 10,000 euros on parks. Lev Brandt: The missing money can come from the fund for playgrounds. Chair: We decide to plant thirty oaks in April.',
    ],
    never: ['twelve new machines', 'Um, well', 'Good evening', 'What would that cost', 'Right, right'],
    may: ['needs forty new trees', 'oaks rather than birches', 'thirty oaks in April', 'costs 300 euros'],
  },
  {
    name: 'Der Moorsee',
    language: 'de',
    text: [
      'Viele Menschen glauben, dass ein Moor nutzlos ist. Tatsächlich bindet ein Hektar Moor doppelt so viel Kohlenstoff wie ein Hektar Wald. Das ist erstaunlich.',
      'Der Verein Moorsee hat seit 2009 drei Gräben geschlossen, und das Wasser im Moor stieg um vierzig Zentimeter. Deshalb kamen die Kraniche zurück. Der Verein kaufte die Wiesen am Rand, weil die Bauern sie nicht mehr mähen konnten.',
      '„Ein Moor ist kein Sumpf, sondern ein Speicher, den niemand bezahlt“, sagt die Biologin Hanna Reuss. Er lächelte und blickte auf das Wasser. Siehe Abb. 4.',
      'Bis 2030 soll das Moor doppelt so groß werden, wenn das Land die Hälfte der Kosten trägt. Mehr dazu lesen Sie im Newsletter.',
    ],
    never: ['nutzlos', 'Das ist erstaunlich', 'Deshalb', 'lächelte', 'Abb. 4', 'Newsletter', 'sagt die Biologin'],
    may: ['stieg um vierzig Zentimeter', 'kein Sumpf', 'doppelt so groß'],
  },
  {
    name: 'Le four du village',
    language: 'fr',
    text: [
      'Beaucoup croient que le pain de village coûte trop cher. En réalité, une miche du four de Sarlan coûte moins que celle du supermarché. Cependant, elle se vend seulement le samedi.',
      'Le four communal de Sarlan a été reconstruit en 2016 par quarante habitants, parce que la dernière boulangerie avait fermé. Il sourit et regarda la pluie. Chaque semaine, les habitants y cuisent 300 miches, et la moitié part dans les écoles.',
      '« Un village sans pain n’est pas pauvre, il est seulement seul », dit la maire Odile Ferrand. Cliquez ici pour voir les photos. Voir aussi la figure 2.',
      'Le conseil a décidé de construire un deuxième four, qui doit nourrir les trois villages voisins dès 2027.',
    ],
    never: ['coûte trop cher', 'Cependant', 'sourit', 'Cliquez', 'figure 2', 'dit la maire'],
    may: ['reconstruit en 2016', 'Un village sans pain', 'deuxième four', '300 miches'],
  },
  {
    name: 'La acequia',
    language: 'es',
    text: [
      'Muchos creen que las acequias ya no sirven. En realidad, la acequia de Olmar riega 800 hectáreas y pierde menos agua que los tubos nuevos. Sin embargo, nadie la cuida en invierno.',
      'Los vecinos de Olmar limpian la acequia cada marzo, porque el barro quita la mitad del agua. Él miró el cielo y suspiró. Este año participaron 120 personas, el doble que en 2015.',
      '«El agua no es de quien la compra, sino de quien la cuida», dice la regante Marta Soler. Suscríbete a nuestro boletín.',
      'El ayuntamiento decidió pagar las compuertas nuevas, que deben estar listas en mayo.',
    ],
    never: ['ya no sirven', 'Sin embargo', 'suspiró', 'Suscríbete', 'dice la regante'],
    may: ['riega 800 hectáreas', 'El agua no es de quien la compra', 'compuertas nuevas', 'porque el barro'],
  },
  {
    name: 'Il mulino',
    language: 'it',
    text: [
      'Molti credono che un mulino ad acqua non renda nulla. In realtà il mulino di Vessa produce corrente per 90 case e farina per tre forni. Però si ferma in agosto.',
      'Il comune di Vessa ha comprato il mulino nel 2012, perché il vecchio mugnaio non trovava eredi. Una nuova turbina ha raddoppiato la corrente in due anni. Vedi la figura 1.',
      '«Un fiume non si possiede, si ascolta e poi si lascia lavorare», dice il mugnaio Aldo Pini.',
      'Entro il 2029 il mulino deve fornire corrente anche alla scuola, se la regione paga la metà della spesa.',
    ],
    never: ['non renda nulla', 'Però', 'figura 1', 'dice il mugnaio'],
    may: [
      'ha comprato il mulino',
      'corrente per 90 case',
      'Un fiume non si possiede',
      'raddoppiato la corrente',
      'deve fornire corrente',
    ],
  },
  {
    name: 'A horta da escola',
    language: 'pt',
    text: [
      'Muitas pessoas acreditam que crianças não comem verduras. Na verdade, os alunos da escola de Arroio comem o dobro das verduras desde que as plantam. Porém, a horta fecha nas férias.',
      'A escola abriu a horta em 2018, porque a cantina deitava fora um terço da comida. Hoje a horta dá 900 quilos de verduras por ano e alimenta 240 alunos. Clique aqui para ver as fotos.',
      '“Uma criança não recusa aquilo que viu nascer e ajudou a crescer”, diz a professora Inês Vale.',
      'A câmara decidiu levar a horta a mais doze escolas até 2028.',
    ],
    never: ['não comem verduras.', 'Porém', 'Clique', 'diz a professora'],
    may: ['dá 900 quilos', 'não recusa aquilo', 'mais doze escolas', 'porque a cantina'],
  },
  {
    name: 'De dijk',
    language: 'nl',
    text: [
      'Veel mensen denken dat een hogere dijk altijd veiliger is. In werkelijkheid brak de dijk van Oterd twee keer omdat hij te zwaar was. Daarom kijkt men nu anders.',
      'Het waterschap gaf in 2014 het weiland achter de dijk terug aan de rivier, en het hoogste water daalde met zestig centimeter. Zie ook figuur 5. De boeren kregen 14 miljoen euro voor hun land.',
      '“Een rivier moet je niet opsluiten maar de ruimte geven die zij toch neemt”, zegt ingenieur Joke Blom.',
      'Voor 2030 moeten nog drie dijken wijken, omdat de winters natter worden.',
    ],
    never: ['altijd veiliger', 'Daarom kijkt', 'figuur 5', 'zegt ingenieur'],
    may: ['daalde met zestig centimeter', 'niet opsluiten maar', 'drie dijken wijken'],
  },
  {
    name: 'Färjan',
    language: 'sv',
    text: [
      'Många tror att en färja alltid förlorar pengar. I själva verket går färjan till Storholm med vinst sedan 2017. Dock står den still på julafton.',
      'Kommunen köpte färjan därför att bron skulle ha kostat tio gånger mer. Varje år åker 80 000 människor med färjan, och hälften av dem arbetar på ön. Klicka här för tidtabellen.',
      '”En ö utan färja är inte en plats att bo på utan en plats att lämna”, säger kaptenen Ebba Lund.',
      'Kommunen måste byta motorn före 2028, eftersom den drar för mycket olja.',
    ],
    never: ['alltid förlorar', 'Dock', 'Klicka', 'säger kaptenen'],
    may: ['En ö utan färja', '80 000 människor', 'måste byta motorn', 'tio gånger mer'],
  },
  {
    name: 'Sad',
    language: 'pl',
    text: [
      'Wielu uważa, że stare jabłonie nic już nie dają. W rzeczywistości sad w Brodnie daje 12 ton jabłek rocznie. Jednak nikt ich nie liczył przed wojną.',
      'Gmina kupiła sad w 2010 roku, ponieważ właściciel chciał wyciąć wszystkie drzewa. Dzisiaj w sadzie pracuje trzydzieści osób, a połowa soku trafia do szkół. Zob. rysunek 2.',
      '„Stare drzewo nie jest wspomnieniem, ale obietnicą, którą trzeba dotrzymać”, mówi sadownik Jan Wrona.',
      'Gmina musi zasadzić dwieście młodych drzew do 2027 roku, bo stare nie przetrwają kolejnej suszy.',
    ],
    never: ['nic już nie dają', 'Jednak', 'rysunek 2', 'mówi sadownik'],
    may: ['Stare drzewo nie jest', 'trzydzieści osób', 'dwieście młodych drzew', 'ponieważ właściciel'],
  },
  {
    name: 'Маяк',
    language: 'ru',
    text: [
      'Многие считают, что маяки больше никому не нужны. На самом деле маяк в Терме спас за десять лет сорок лодок. Однако смотрителя там давно нет.',
      'Город купил маяк в 2013 году, потому что порт хотел его снести. Ремонт стоил девять миллионов рублей, и половину собрали жители. Он улыбнулся и посмотрел на море. См. рис. 3.',
      '«Маяк нужен не тем, кто знает дорогу, а тем, кто её потерял», — говорит капитан Олег Ветров.',
      'До 2028 года город должен поставить новую лампу, потому что старая светит только на пять миль.',
    ],
    never: ['никому не нужны', 'Однако', 'улыбнулся', 'рис. 3', 'говорит капитан'],
    may: ['Маяк нужен не тем', 'стоил девять миллионов', 'новую лампу', 'потому что порт'],
  },
  {
    name: 'Криниця',
    language: 'uk',
    text: [
      'Багато людей вважають, що стара криниця отруєна. Насправді її вода чистіша за воду з крана. Проте взимку вона замерзає.',
      'Село Липове очистило криницю у 2019 році, тому що водогін не працював три місяці. Щодня з криниці беруть дві тисячі літрів води, і половина йде до школи. Див. рис. 1.',
      '«Вода належить не тому, хто копав, а тому, хто дбає про неї», — каже вчителька Олена Гай.',
      'До 2027 року село повинно відкрити ще три криниці, бо літа стають сухішими.',
    ],
    never: ['отруєна', 'Проте', 'рис. 1', 'каже вчителька'],
    may: ['дві тисячі літрів', 'Вода належить не тому', 'ще три криниці', 'Село Липове очистило'],
  },
  {
    name: 'Zeytinlik',
    language: 'tr',
    text: [
      'Birçok kişi yaşlı zeytinlerin artık ürün vermediğini sanıyor. Aslında Kozluk zeytinliği yılda kırk ton zeytin veriyor. Ancak kimse bunu yazmıyor.',
      'Kozluk belediyesi zeytinliği 2015 yılında satın aldı, çünkü bir şirket ağaçları kesmek istiyordu. Bugün zeytinlikte altmış kadın çalışıyor ve yağın yarısı okullara gidiyor. Bkz. Şekil 2.',
      '“Bir ağaç miras değil, torunlardan alınmış bir ödünçtür”, diyor çiftçi Emine Kaya.',
      'Belediye 2028 yılına kadar bin genç ağaç dikmek zorunda, çünkü eski ağaçlar kuraklığa dayanmıyor.',
    ],
    never: ['sanıyor', 'Ancak', 'Şekil 2', 'diyor çiftçi'],
    may: ['miras değil', 'altmış kadın', 'bin genç ağaç', 'satın aldı'],
  },
  {
    name: 'البئر',
    language: 'ar',
    text: [
      'يعتقد الكثير من الناس أن ماء البئر القديم غير صالح للشرب. في الواقع أظهر الفحص أن ماء البئر أنقى من ماء الأنابيب. لكن البئر مغلق في الصيف.',
      'اشترت بلدية نورة البئر عام 2014 لأن الشركة أرادت أن تردمه تماما. يعطي البئر كل يوم ثلاثة آلاف لتر من الماء ويذهب نصفها إلى المدارس.',
      '«الماء ليس لمن يبيعه بل لمن يحفظه لأولاده من بعده»، تقول المعلمة سلمى.',
      'يجب على البلدية أن تحفر بئرين جديدين قبل عام 2028 لأن الأمطار تقل كل عام.',
    ],
    never: ['غير صالح للشرب', 'لكن البئر', 'تقول المعلمة'],
    may: ['الماء ليس لمن يبيعه', 'ثلاثة آلاف لتر', 'بئرين جديدين', 'اشترت بلدية نورة'],
  },
  {
    name: 'הבוסתן',
    language: 'he',
    text: [
      'רבים חושבים שהבוסתן הישן כבר לא נותן פרי. למעשה הבוסתן בעין נור נותן עשרים טון תאנים בשנה. אבל איש אינו סופר אותן.',
      'המועצה קנתה את הבוסתן בשנת 2011 כי הבעלים רצה לעקור את כל העצים. היום עובדים בבוסתן ארבעים תושבים וחצי מהפרי מגיע לבתי הספר.',
      '"עץ ישן הוא לא זיכרון אלא הבטחה שצריך לקיים בכל חורף", אומרת החקלאית רות.',
      'המועצה חייבת לשתול מאתיים עצים צעירים עד 2029 כי הבצורת הורגת את הישנים.',
    ],
    never: ['כבר לא נותן פרי', 'אבל איש', 'אומרת החקלאית'],
    may: ['עץ ישן הוא לא', 'ארבעים תושבים', 'מאתיים עצים', 'המועצה קנתה'],
  },
  {
    name: 'तालाब',
    language: 'hi',
    text: [
      'कई लोग मानते हैं कि पुराना तालाब अब बेकार है। वास्तव में तालाब हर साल तीन सौ खेतों को पानी देता है। लेकिन सर्दियों में कोई उसे साफ़ नहीं करता।',
      'रामपुर की पंचायत ने तालाब को 2016 में साफ़ कराया क्योंकि नल का पानी केवल दो घंटे आता था। तालाब में अब चालीस लाख लीटर पानी रहता है और आधा पानी स्कूलों को जाता है।',
      '“पानी उसका नहीं जो उसे बेचता है बल्कि उसका है जो उसे बचाता है”, किसान मीरा कहती हैं।',
      'पंचायत को 2028 तक दो नए तालाब खोदने चाहिए क्योंकि बारिश हर साल घट रही है।',
    ],
    never: ['अब बेकार है', 'लेकिन सर्दियों', 'किसान मीरा'],
    may: ['बल्कि उसका है', 'चालीस लाख लीटर', 'दो नए तालाब', 'साफ़ कराया'],
  },
  {
    name: 'Sawah',
    language: 'id',
    text: [
      'Banyak orang mengira sawah kecil tidak menghasilkan apa-apa. Sebenarnya sawah di Lembang memberi makan dua ribu keluarga. Namun sawah itu kering pada bulan Agustus.',
      'Desa Lembang membeli sawah itu pada tahun 2017 karena sebuah pabrik ingin menimbunnya. Setiap tahun sawah menghasilkan enam ratus ton beras dan setengahnya dijual ke sekolah.',
      '“Tanah bukan warisan dari nenek moyang melainkan titipan yang harus kita jaga”, kata petani Sri Wening.',
      'Desa harus membangun dua waduk sebelum 2029 karena musim hujan makin pendek.',
    ],
    never: ['tidak menghasilkan apa-apa', 'Namun', 'kata petani'],
    may: ['bukan warisan', 'enam ratus ton', 'dua waduk', 'Desa Lembang membeli'],
  },
  {
    name: 'Con đê',
    language: 'vi',
    text: [
      'Nhiều người nghĩ rằng đê cao hơn luôn an toàn hơn. Thực tế con đê ở Vĩnh An vỡ hai lần vì quá nặng. Tuy nhiên không ai ghi lại điều đó.',
      'Xã Vĩnh An trả lại cánh đồng cho con sông vào năm 2015 vì mùa lũ ngày càng lớn. Mực nước cao nhất giảm sáu mươi phân và ba nghìn ngôi nhà không còn bị ngập.',
      '“Con sông không phải kẻ thù mà là người láng giềng cần có chỗ ở”, kỹ sư Lan nói.',
      'Xã phải dời thêm hai con đê trước năm 2030 vì mưa mỗi năm một nhiều.',
    ],
    never: ['luôn an toàn hơn', 'Tuy nhiên', 'kỹ sư Lan nói'],
    may: ['không phải kẻ thù', 'giảm sáu mươi phân', 'hai con đê', 'Xã Vĩnh An trả lại'],
  },
  {
    name: '古い橋',
    language: 'ja',
    text: [
      '多くの人は古い橋が危険だと信じている。実際は北川の橋は新しい橋よりも地震に強い。しかし冬には閉まる。',
      '北川市は2013年に橋を買い取った。橋の修理には九億円かかり、その半分を市民が集めたことが調査で分かった。このことは図2に示す。',
      '「橋は人を渡すためだけではなく、人が出会うためにあるのです。」と技師の原田は言う。',
      '市は2028年までに二つの橋を直す計画であり、毎日三万人が橋を渡るようになる見込みだ。',
    ],
    never: ['危険だと信じ', 'しかし', '図2', '技師の原田は言う'],
    may: ['橋は人を渡す', '九億円', '二つの橋', '橋を買い取った'],
  },
  {
    name: '老茶园',
    language: 'zh',
    text: [
      '很多人认为老茶园已经没有用了。其实云岭的茶园每年产茶四十吨。但是冬天没有人照看。',
      '云岭村在2014年买下了茶园，因为一家公司想砍掉所有的老树。如今有六十位妇女在茶园工作，一半的茶叶卖给了学校。见图3。',
      '“老树不是回忆，而是我们必须守住的诺言。”茶农林秀说。',
      '村里计划在2028年以前种下一千棵小树，因为干旱让老树越来越少。',
    ],
    never: ['已经没有用', '但是', '图3', '茶农林秀说'],
    may: ['老树不是回忆', '六十位妇女', '一千棵小树', '买下了茶园'],
  },
  {
    name: '오래된 우물',
    language: 'ko',
    text: [
      '많은 사람들은 오래된 우물이 더럽다고 믿는다. 실제로 솔마을 우물의 물은 수돗물보다 깨끗하다. 그러나 겨울에는 얼어붙는다.',
      '솔마을은 2015년에 우물을 고쳤는데 수도가 석 달 동안 끊겼기 때문이다. 우물은 하루에 물 삼천 리터를 주고 그 절반은 학교로 간다. 그림 2를 보라.',
      '“물은 파는 사람의 것이 아니라 지키는 사람의 것이다.” 교사 한나리가 말했다.',
      '마을은 2028년까지 우물 세 곳을 더 열어야 하는데 비가 해마다 줄기 때문이다.',
    ],
    never: ['더럽다고', '그러나', '그림 2', '한나리가 말했다'],
    may: ['지키는 사람의 것', '삼천 리터', '우물 세 곳', '우물을 고쳤는데'],
  },
]

describe.each(labelled)('$language: $name', (label) => {
  test('shows only self-contained lines, verbatim', async () => {
    const document = documentOf(label)
    const { page, keyTakeaways, notableQuotes } = await summarize(document)
    const shown = [page.gist, ...keyTakeaways, ...notableQuotes]
    const text = shown.map((line) => line.text).join('\n')
    // A claim may be shown together with the sentence that corrects it, but not alone.
    const alone = shown.map((line) => line.text).filter((line) => splitSentences(line).length === 1)
    for (const phrase of label.never) expect(alone.join('\n')).not.toContain(phrase)
    expect(text).toMatch(new RegExp(label.may.map((phrase) => RegExp.escape(phrase)).join('|'), 'u'))
    for (const line of shown) {
      const block = document.blocks.find(({ id }) => id === line.citations[0]?.blockId)
      // A line of a meeting begins with its speaker.
      expect(block?.text).toContain(line.text.replace(/^Chair: |^Ana Reyes: |^Lev Brandt: /u, ''))
    }
    expect(new Set(shown.map((line) => line.text)).size).toBe(shown.length)
  })
})

const tram =
  'The harbor tram of Velm will have cheaper tickets from May, the council decided on Monday after a long debate.'
const takeawaysOf = async (...text: string[]): Promise<string[]> => {
  const { page } = await summarize(
    documentOf({ name: 'News', language: 'en', text: [tram, ...text], never: [], may: [] }),
  )
  return page.takeaways.map((line) => line.text)
}

test('takeaways name persons in full who are introduced elsewhere', async () => {
  const lines = await takeawaysOf(
    'It was then that Orin Keel took over the works, which had stopped twice.',
    'Keel said the harbor tram needs new rails on nine bridges.',
    ...['Storms', 'Rain', 'Ice', 'Fog'].map((what) => `${what} had damaged doors and wires in the old depot.`),
  )
  expect(lines).toContain('[Orin] Keel said the harbor tram needs new rails on nine bridges.')
})

test('takeaways are on the topic of the gist, whatever most sentences are about', async () => {
  const storms = Array.from(
    { length: 8 },
    (_, at) => `It rained. Storm number ${at} on the old quay of the bay broke wall ${at + 10} of the old quay.`,
  )
  const ticket = 'Tickets for a day on the tram cost nine euros in most months of the year.'
  expect(await takeawaysOf(...storms, `It was late. ${ticket}`)).toContain(ticket)
})
