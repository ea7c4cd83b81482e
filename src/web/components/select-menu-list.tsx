import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './menu.tsx'
import type { OpenableProps } from './openable.tsx'
import { type AnySelectMenuProps, selectMenuTrigger } from './select-menu-trigger.tsx'

/** A choice of few with the list it opens. */
export default function SelectMenuList({ defaultOpen, ...props }: AnySelectMenuProps & OpenableProps) {
  const { value, options, onChange } = props
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger {...selectMenuTrigger(props)} />
      <MenuContent>
        <MenuRadioGroup value={value} onValueChange={onChange}>
          {options.map((option) => (
            <MenuRadioItem key={option.value} value={option.value}>
              {option.label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
