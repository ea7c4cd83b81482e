import { type ClosedProps, openable } from './openable.tsx'
import { type AnySelectMenuProps, type SelectMenuProps, selectMenuTrigger } from './select-menu-trigger.tsx'

function Closed({ button, ...props }: AnySelectMenuProps & { button: ClosedProps }) {
  return <button {...button} {...selectMenuTrigger(props)} />
}

const AnySelectMenu = openable<AnySelectMenuProps>('menu', {
  load: async () => import('./select-menu-list.tsx'),
  Closed,
})

/** A choice of few, set as a word with a small arrow rather than as a box. */
export function SelectMenu<V extends string>({ onChange, options, ...rest }: SelectMenuProps<V>) {
  return (
    <AnySelectMenu
      {...rest}
      options={options}
      onChange={(next) => {
        const option = options.find(({ value }) => value === next)
        if (option !== undefined) onChange(option.value)
      }}
    />
  )
}
