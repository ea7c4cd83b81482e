import { content } from '../../shared/content.ts'
import { pagePaths } from '../../shared/paths.ts'
import { useSite } from '../lib/site.ts'
import { ButtonLink } from './button.tsx'

export function Closing() {
  const { sells, isOpen } = useSite()
  if (!sells && !isOpen) return null
  const { text, action } = sells ? content.closing : content.withoutPrices.closing
  return (
    <section className="wrap py-18 md:py-28 print:hidden">
      <h2 className="max-w-[13em] text-[2.25rem] leading-[1.08] md:text-[3.25rem]">{content.closing.title}</h2>
      <p className="mt-4 mb-7 text-lg text-ink-soft">{text}</p>
      <ButtonLink href={sells ? pagePaths.subscribe : pagePaths.register}>{action}</ButtonLink>
    </section>
  )
}
