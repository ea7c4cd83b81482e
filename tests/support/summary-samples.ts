import type { Citation } from '../../src/shared/summary/citation.ts'
import { pageAsTexts } from '../../src/shared/summary/partial-page.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { paragraphsOf, stories } from './injections/stories.ts'
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
  titleSource: 'source',
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

const { zh, ...others } = stories

/** Short texts of three paragraphs in more languages, whose scripts the PDFs need fonts for. */
const more = {
  he: `הנמל החזיר את השקעתו בשנתו התשיעית, שנתיים לפני המועד שהבטיחה ההנהלה. האגרות עלו ב־4 אחוזים לפי Harbor Board בשנת 2026.

שני רציפים נסגרו במרץ וייתכן שיישארו סגורים.

או שנחפור או שנסגור.`,
  'zh-Hant': `港口在第九年收回了成本，比董事會承諾的時間早了兩年。費用上漲了4%，其中大部分來自渡輪，而不是貨運；報告稱之為「一場安靜的轉變」。

三月關閉了兩個泊位，今後可能一直關閉。

要麼疏浚，要麼關閉，沒有第三條路。`,
  bn: `বন্দর তার নবম বছরে খরচ তুলে এনেছে, বোর্ডের প্রতিশ্রুতির দুই বছর আগে। মাশুল ৪ শতাংশ বেড়েছে।

মার্চ মাসে দুটি ঘাট বন্ধ করা হয়েছে।

হয় আমরা খনন করব, নয় বন্ধ করব।`,
  ta: `துறைமுகம் தனது ஒன்பதாவது ஆண்டில் செலவை மீட்டது. கட்டணங்கள் 4 சதவீதம் உயர்ந்தன.

மார்ச் மாதத்தில் இரண்டு தளங்கள் மூடப்பட்டன.

தூர்வாருவோம் அல்லது மூடுவோம்.`,
  el: `Το λιμάνι απέσβεσε το κόστος του τον ένατο χρόνο, δύο χρόνια νωρίτερα απ’ όσο είχε υποσχεθεί το συμβούλιο. Τα τέλη αυξήθηκαν κατά 4%. Ἐν ἀρχῇ ἦν ὁ λόγος.

Τον Μάρτιο έκλεισαν δύο προβλήτες και ίσως μείνουν κλειστές.

«Ή εκβαθύνουμε ή κλείνουμε».`,
  th: `ท่าเรือคืนทุนในปีที่เก้า เร็วกว่าที่คณะกรรมการสัญญาไว้สองปี ค่าธรรมเนียมเพิ่มขึ้นร้อยละ 4 และส่วนใหญ่มาจากเรือข้ามฟากไม่ใช่สินค้า ซึ่งไม่มีใครคาดไว้ตั้งแต่แรก

ท่าเทียบเรือสองแห่งปิดในเดือนมีนาคมและอาจปิดต่อไป

เราต้องขุดลอกหรือไม่ก็ปิด`,
  vi: `Cảng đã hoàn vốn vào năm thứ chín, sớm hơn hai năm so với lời hứa của hội đồng. Phí tăng 4%, phần lớn nhờ phà.

Hai bến đã đóng cửa vào tháng Ba và có thể sẽ không mở lại.

Hoặc nạo vét, hoặc đóng cửa.`,
}

/** A summary in another language, with its source in the same. */
function inLanguage(language: string, story: string): Summary {
  const [first = '', second = '', third = ''] = paragraphsOf(story)
  const [title = ''] = first.split(/[.。।]/u)
  return withPage(
    {
      gist: first,
      takeaways: [third, first, third],
      summary: [first, `${first} ${second}`],
      parts: [textPart(title, second, first)],
      quotes: [{ text: third, citations: [page(9)] }],
    },
    { title, language, sourceInfo: { readAs: 'PDF text', language } },
  )
}

/** Summaries in many scripts, by name. */
export const summarySamples: Readonly<Record<string, Summary>> = {
  en: harborSummary,
  ...Object.fromEntries(
    Object.entries({ ...others, 'zh-Hans': zh, ...more }).map(([tag, story]) => [tag, inLanguage(tag, story)]),
  ),
  // A title in one script, a text in another, and words of many more in it.
  mixed: withPage(
    {
      summary:
        'The words 東京の海, 서울, Москва, Αθήνα, القاهرة, ירושלים, हिन्दी and ไทย stand in one line of English with ½, x², “quotes” and an arrow → here.',
    },
    { title: '🚢 東京の海 and Ελλάδα: the harbor ⚓', sourceInfo: { readAs: 'captions', language: null } },
  ),
  // A text without a detectable language.
  unknown: { ...inLanguage('ar', stories.ar), language: null, sourceInfo: null },
}
