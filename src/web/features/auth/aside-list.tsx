interface AsideListProps {
  title: string
  items: readonly string[]
  /** For what comes one after the other. */
  numbered?: boolean
}

/** Beside a form: a line in the serif, and a few more between hairlines, numbered as takeaways are. */
export function AsideList({ title, items, numbered = false }: AsideListProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <>
      <h2 className="max-w-[14em] text-[1.75rem] leading-[1.2] font-normal">{title}</h2>
      <List className="mt-6 border-t border-line">
        {items.map((item, index) => (
          <li key={item} className="flex gap-4 border-b border-line py-3 text-ink-soft">
            {numbered ? (
              <span aria-hidden="true" className="font-serif text-lg/6 text-accent tabular-nums">
                {index + 1}
              </span>
            ) : null}
            {item}
          </li>
        ))}
      </List>
    </>
  )
}
