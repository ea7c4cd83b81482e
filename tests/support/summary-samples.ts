import type { Citation } from '../../src/shared/summary/citation.ts'
import { pageAsTexts } from '../../src/shared/summary/partial-page.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { pageOf, textPart } from './pages/page-of.ts'

const page = (number: number): Citation => ({
  blockId: `b${number}`,
  location: { kind: 'page', page: number },
  label: `p. ${number}`,
  excerpt: 'The harbor paid for itself.',
})

const minute = (seconds: number, label: string): Citation => ({
  blockId: `t${seconds}`,
  location: { kind: 'time', startSeconds: seconds, endSeconds: seconds + 20 },
  label,
  excerpt: 'Fees went up.',
})

const harborPage = pageOf({
  gist: {
    text: 'The harbor paid for itself in its ninth year, two years before the board had promised it would.',
    citations: [page(2)],
  },
  takeaways: [
    {
      text: 'Fees rose by 4%, mostly because ferry lines carried twice as many passengers as five years ago.',
      citations: [page(3), page(4)],
    },
    { text: 'Two berths were closed in March; they may stay closed.', citations: [minute(761, '12:41')] },
    {
      text: 'The dredging contract ends in 2028, and there is only one bidder left. The board has begun to look for a way to own the dredger itself, together with the two ports to the north.',
      citations: [page(9)],
    },
  ],
  summary: [
    'The harbor paid for itself in its ninth year, two years before the board had promised it would. Fees rose by four percent, and most of the difference came from ferries rather than freight, which nobody had expected when the first estimates were made.',
    'Dredging goes on. The report is frank about what it costs: a third of all income is spent on keeping the channel open, and the engineers see no way to spend less of it without closing two of the seven berths for good.',
  ],
  parts: [
    textPart(
      'How the money came in',
      'Ferry lines pay by passenger, freight by ton. Since 2021 the first have doubled and the second have stood still, so that the harbor now lives on people who stay for an afternoon. The board calls this “a quiet change of trade” and builds its forecast on it.',
      'The forecast is careful. It takes the lowest of three estimates and leaves out the fuel depot altogether.',
    ),
    textPart(
      'What the channel costs',
      'Every winter the river brings about 40,000 tons of silt. Dredging takes eleven weeks; the contract ends in 2028 and the only other bidder has left the coast.',
    ),
  ],
  quotes: [
    { text: 'We dredge or we close. There is no third way, and there never was.', citations: [page(9)] },
    {
      text: '“People come for an afternoon,” the harbor master says, “and that is enough.”',
      citations: [page(2)],
    },
  ],
  check: 'verbatim',
})

/** The sample with another page. */
const withPage = (change: Parameters<typeof pageOf>[0], fields: Partial<Summary>): Summary => {
  const changed = pageOf({ ...harborPage, ...change })
  return { ...harborSummary, ...fields, ...pageAsTexts(changed), page: changed }
}

/** A summary with every optional field. */
export const harborSummary: Summary = {
  id: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a01',
  userId: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a02',
  title: 'Harbor report #2: what the tide left behind',
  sourceTitle: 'Harbor report #2: what the tide left behind',
  originalUrl: 'https://reports.example/harbor.pdf',
  contentType: 'article',
  ...pageAsTexts(harborPage),
  page: harborPage,
  thumbnailUrl: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:30.000Z',
  isProContent: true,
  previewMessage: null,
  status: 'ready',
  failureMessage: null,
  failureCode: null,
  progress: null,
  engine: { id: 'extractive', label: 'Sentences of the source, chosen on this server' },
  language: 'en',
  author: 'R. Aldous',
  site: 'Harbor Board',
  publishedAt: '2026-03-04',
  sourceInfo: { readAs: 'PDF text', note: 'Page 5 holds no text.', language: 'en' },
  coverage: { words: 12_400, wordsRead: 11_900, sections: 9, sectionsRead: 8, unread: ['Annex'] },
  cached: false,
  hasSource: false,
}

interface Words {
  title: string
  summary: string
  takeaway: string
  part: string
  quote: string
}

/** The same few words in many languages, by tag. */
const words: Readonly<Record<string, Words>> = {
  ar: {
    title: 'تقرير الميناء: ما تركه المدّ',
    summary:
      'سدّد الميناء تكاليفه في عامه التاسع، قبل عامين من الموعد الذي وعد به المجلس. وارتفعت الرسوم بنسبة 4 في المئة بحسب تقرير Harbor Board لعام 2026.',
    takeaway: 'أُغلق رصيفان في شهر مارس، وقد يبقيان مغلقين.',
    part: 'كيف جاء المال',
    quote: 'إمّا أن نجرف القاع وإمّا أن نغلق الميناء.',
  },
  he: {
    title: 'דוח הנמל: מה שהגאות השאירה',
    summary:
      'הנמל החזיר את השקעתו בשנתו התשיעית, שנתיים לפני המועד שהבטיחה ההנהלה. האגרות עלו ב־4 אחוזים לפי Harbor Board בשנת 2026.',
    takeaway: 'שני רציפים נסגרו במרץ וייתכן שיישארו סגורים.',
    part: 'מאיפה הגיע הכסף',
    quote: 'או שנחפור או שנסגור.',
  },
  'zh-Hans': {
    title: '港口报告：潮水留下了什么',
    summary:
      '港口在第九年收回了成本，比董事会承诺的时间早了两年。费用上涨了4%，其中大部分来自渡轮，而不是货运；报告称之为“一场安静的转变”。',
    takeaway: '三月关闭了两个泊位，今后可能一直关闭。',
    part: '钱从哪里来',
    quote: '要么疏浚，要么关闭，没有第三条路。',
  },
  'zh-Hant': {
    title: '港口報告：潮水留下了什麼',
    summary:
      '港口在第九年收回了成本，比董事會承諾的時間早了兩年。費用上漲了4%，其中大部分來自渡輪，而不是貨運；報告稱之為「一場安靜的轉變」。',
    takeaway: '三月關閉了兩個泊位，今後可能一直關閉。',
    part: '錢從哪裡來',
    quote: '要麼疏浚，要麼關閉，沒有第三條路。',
  },
  ja: {
    title: '港湾報告：潮が残したもの',
    summary:
      '港は九年目に投資を回収した。理事会が約束したよりも二年早い。料金は4％上がり、その多くは貨物ではなくフェリーによるもので、誰も予想していなかった。',
    takeaway: '三月に二つの岸壁が閉鎖され、このまま閉じられるかもしれない。',
    part: 'お金はどこから来たか',
    quote: '浚渫するか、閉鎖するか。第三の道はない。',
  },
  ko: {
    title: '항만 보고서: 조수가 남긴 것',
    summary:
      '항만은 이사회가 약속한 것보다 2년 빠른 9년째에 비용을 회수했다. 요금은 4% 올랐고, 그 대부분은 화물이 아니라 여객선에서 나왔다.',
    takeaway: '3월에 선석 두 곳이 폐쇄되었으며 계속 닫혀 있을 수 있다.',
    part: '돈은 어디에서 왔나',
    quote: '준설하거나 문을 닫거나, 다른 길은 없다.',
  },
  hi: {
    title: 'बंदरगाह की रिपोर्ट: ज्वार ने क्या छोड़ा',
    summary:
      'बंदरगाह ने अपने नौवें वर्ष में लागत वसूल कर ली, जो बोर्ड के वादे से दो वर्ष पहले है। शुल्क 4 प्रतिशत बढ़े, और अधिकांश अंतर यात्री नौकाओं से आया।',
    takeaway: 'मार्च में दो घाट बंद कर दिए गए; वे बंद ही रह सकते हैं।',
    part: 'पैसा कैसे आया',
    quote: 'या तो हम तलकर्षण करें या बंद करें।',
  },
  bn: {
    title: 'বন্দরের প্রতিবেদন: জোয়ার কী রেখে গেল',
    summary: 'বন্দর তার নবম বছরে খরচ তুলে এনেছে, বোর্ডের প্রতিশ্রুতির দুই বছর আগে। মাশুল ৪ শতাংশ বেড়েছে।',
    takeaway: 'মার্চ মাসে দুটি ঘাট বন্ধ করা হয়েছে।',
    part: 'টাকা কোথা থেকে এল',
    quote: 'হয় আমরা খনন করব, নয় বন্ধ করব।',
  },
  ta: {
    title: 'துறைமுக அறிக்கை: அலை விட்டுச் சென்றவை',
    summary: 'துறைமுகம் தனது ஒன்பதாவது ஆண்டில் செலவை மீட்டது. கட்டணங்கள் 4 சதவீதம் உயர்ந்தன.',
    takeaway: 'மார்ச் மாதத்தில் இரண்டு தளங்கள் மூடப்பட்டன.',
    part: 'பணம் எப்படி வந்தது',
    quote: 'தூர்வாருவோம் அல்லது மூடுவோம்.',
  },
  ru: {
    title: 'Отчёт о гавани: что оставил прилив',
    summary:
      'Гавань окупилась на девятом году, на два года раньше, чем обещало правление. Сборы выросли на 4 %, и большую часть прироста дали паромы, а не грузы.',
    takeaway: 'В марте закрыли два причала; возможно, навсегда.',
    part: 'Откуда пришли деньги',
    quote: '«Или мы углубляем дно, или закрываемся».',
  },
  el: {
    title: 'Έκθεση για το λιμάνι: τι άφησε η παλίρροια',
    summary:
      'Το λιμάνι απέσβεσε το κόστος του τον ένατο χρόνο, δύο χρόνια νωρίτερα απ’ όσο είχε υποσχεθεί το συμβούλιο. Τα τέλη αυξήθηκαν κατά 4%. Ἐν ἀρχῇ ἦν ὁ λόγος.',
    takeaway: 'Τον Μάρτιο έκλεισαν δύο προβλήτες και ίσως μείνουν κλειστές.',
    part: 'Από πού ήρθαν τα χρήματα',
    quote: '«Ή εκβαθύνουμε ή κλείνουμε».',
  },
  th: {
    title: 'รายงานท่าเรือ: สิ่งที่น้ำขึ้นทิ้งไว้',
    summary:
      'ท่าเรือคืนทุนในปีที่เก้า เร็วกว่าที่คณะกรรมการสัญญาไว้สองปี ค่าธรรมเนียมเพิ่มขึ้นร้อยละ 4 และส่วนใหญ่มาจากเรือข้ามฟากไม่ใช่สินค้า ซึ่งไม่มีใครคาดไว้ตั้งแต่แรก',
    takeaway: 'ท่าเทียบเรือสองแห่งปิดในเดือนมีนาคมและอาจปิดต่อไป',
    part: 'เงินมาจากไหน',
    quote: 'เราต้องขุดลอกหรือไม่ก็ปิด',
  },
  de: {
    title: 'Hafenbericht: was die Flut zurückließ',
    summary:
      'Der Hafen hat sich im neunten Jahr bezahlt gemacht, zwei Jahre früher, als der Vorstand versprochen hatte. Die Gebühren stiegen um 4 %, überwiegend durch den Fährverkehr und nicht durch Güterumschlagsentgelte.',
    takeaway: 'Im März wurden zwei Liegeplätze geschlossen; sie bleiben es womöglich.',
    part: 'Woher das Geld kam',
    quote: '„Wir baggern, oder wir schließen.“',
  },
  fr: {
    title: 'Rapport du port : ce que la marée a laissé',
    summary:
      'Le port s’est remboursé dès sa neuvième année, deux ans avant l’échéance promise par le conseil. Les droits ont augmenté de 4 %, surtout grâce aux ferrys, là où l’on n’attendait que le fret.',
    takeaway: 'Deux postes à quai ont fermé en mars ; ils pourraient le rester.',
    part: 'D’où est venu l’argent',
    quote: '« Nous draguons ou nous fermons. »',
  },
  vi: {
    title: 'Báo cáo cảng: những gì thủy triều để lại',
    summary:
      'Cảng đã hoàn vốn vào năm thứ chín, sớm hơn hai năm so với lời hứa của hội đồng. Phí tăng 4%, phần lớn nhờ phà.',
    takeaway: 'Hai bến đã đóng cửa vào tháng Ba và có thể sẽ không mở lại.',
    part: 'Tiền đến từ đâu',
    quote: 'Hoặc nạo vét, hoặc đóng cửa.',
  },
}

const noWords: Words = { title: '', summary: '', takeaway: '', part: '', quote: '' }

/** A summary in another language, with its source in the same. */
function inLanguage(language: string, { title, summary, takeaway, part, quote }: Words): Summary {
  const long = `${summary} ${takeaway} ${summary}`
  return withPage(
    {
      gist: summary,
      takeaways: [takeaway, summary, takeaway],
      summary: [summary, long],
      parts: [textPart(part, long, summary)],
      quotes: [{ text: quote, citations: [page(9)] }],
    },
    { title, language, sourceInfo: { readAs: 'PDF text', language } },
  )
}

/** Summaries in many scripts, by name. */
export const summarySamples: Readonly<Record<string, Summary>> = {
  en: harborSummary,
  ...Object.fromEntries(Object.entries(words).map(([tag, said]) => [tag, inLanguage(tag, said)])),
  // A title in one script, a text in another, and words of many more in it.
  mixed: withPage(
    {
      summary:
        'The words 東京の海, 서울, Москва, Αθήνα, القاهرة, ירושלים, हिन्दी and ไทย stand in one line of English with ½, x², “quotes” and an arrow → here.',
    },
    { title: '🚢 東京の海 and Ελλάδα: the harbor ⚓', sourceInfo: { readAs: 'captions', language: null } },
  ),
  // A text without a detectable language.
  unknown: { ...inLanguage('ar', words.ar ?? noWords), language: null, sourceInfo: null },
}
