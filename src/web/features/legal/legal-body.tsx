import { Link } from 'wouter'

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

/** Markdown text with links, code and hard line breaks. */
function Inline({ text }: { text: string }) {
  return text.split(/(\[[^\]]+\]\([^)]+\)|`[^`]+`|\\\n)/u).map((part, index) => {
    const [, label, href] = /^\[(.+)\]\((.+)\)$/u.exec(part) ?? []
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

function Entry({ term, note, text }: { term: string; note: string | undefined; text: string }) {
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

function Block({ text }: { text: string }) {
  if (text.startsWith('- ')) {
    return (
      <ul>
        {text
          .slice(2)
          .split('\n- ')
          .map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
      </ul>
    )
  }
  const entries = [...text.matchAll(/^(.+?)(?: \| (.+))?\n: (.+)$/gmu)]
  if (entries.length === 0) {
    return (
      <p>
        <Inline text={text} />
      </p>
    )
  }
  return (
    <dl className="mt-5 border-t border-line font-sans text-[0.9375rem] leading-[1.55]">
      {entries.map(([, term = '', note, description = '']) => (
        <Entry key={term} term={term} note={note} text={description} />
      ))}
    </dl>
  )
}

/** Renders Markdown: paragraphs, lists, and description lists (`Term | note`, then `: description`). */
export function LegalBody({ markdown }: { markdown: string }) {
  return markdown
    .trim()
    .split(/\n{2,}/u)
    .map((text) => <Block key={text} text={text} />)
}
