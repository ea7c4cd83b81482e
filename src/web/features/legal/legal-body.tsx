import { Link } from 'wouter'
import type { LegalBlock, LegalEntry } from './legal-text.ts'

const COOKIE_SETTINGS = '#cookie-settings'

function TextLink({ href, children }: { href: string; children: string }) {
  if (href.startsWith('/')) return <Link href={href}>{children}</Link>
  if (href !== COOKIE_SETTINGS) return <a href={href}>{children}</a>
  return (
    <button
      type="button"
      data-cookies="settings"
      className="underline decoration-line-strong underline-offset-3 hover:decoration-current print:hidden"
    >
      {children}
    </button>
  )
}

/** A text with links, code and hard line breaks, as in Markdown. */
function Inline({ text }: { text: string }) {
  return text.split(/(\[[^\]]+\]\([^)]+\)|`[^`]+`|\\\n)/u).map((part, index) => {
    const [, label, href] = /^\[(.+)\]\((.+)\)$/u.exec(part) ?? []
    // The parts of a text have no other identity.
    /* oxlint-disable react/no-array-index-key */
    if (label !== undefined && href !== undefined) {
      return (
        <TextLink key={index} href={href}>
          {label}
        </TextLink>
      )
    }
    if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>
    return part === '\\\n' ? <br key={index} /> : part
    /* oxlint-enable react/no-array-index-key */
  })
}

function Entry({ entry: { term, note, text } }: { entry: LegalEntry }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[12.5rem_minmax(0,1fr)] print:break-inside-avoid">
      <dt>
        <span className="font-medium wrap-anywhere [&>code]:text-[0.84375rem] [&>code]:font-normal">
          <Inline text={term} />
        </span>
        {note === undefined ? null : <span className="block text-[0.8125rem] text-ink-soft">{note}</span>}
      </dt>
      <dd className="max-w-[38em] text-ink-soft">
        <Inline text={text} />
      </dd>
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      )
    case 'entries':
      return (
        <dl className="mt-5 border-t border-line font-sans text-[0.9375rem] leading-[1.55]">
          {block.entries.map((entry) => (
            <Entry key={entry.term} entry={entry} />
          ))}
        </dl>
      )
  }
}

/** Paragraphs, lists and entries of a legal text. */
export function LegalBody({ blocks }: { blocks: readonly LegalBlock[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never change
  return blocks.map((block, index) => <Block key={index} block={block} />)
}
