import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cn } from '../../lib/cn.ts'
import { type ThemePreference, themePreference } from '../../lib/stores/theme.ts'

export const themeChoices: readonly { value: ThemePreference; label: string; Icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
]

export const useThemePreference = (): ThemePreference =>
  useSyncExternalStore(themePreference.subscribe, themePreference.get, () => 'system' as const)

export function ThemeToggle({ className }: { className?: string }) {
  const preference = useThemePreference()
  return (
    <fieldset className={cn('inline-flex rounded-control border border-line p-0.5', className)}>
      <legend className="sr-only">Theme</legend>
      {themeChoices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          name="theme"
          value={value}
          aria-pressed={preference === value}
          aria-label={`${label} theme`}
          title={`${label} theme`}
          onClick={() => themePreference.set(value)}
          className="relative grid size-8 place-items-center rounded-chip focus-visible:z-1 text-ink-soft transition-colors duration-150 hover:text-ink aria-pressed:bg-sunk aria-pressed:text-ink pointer-coarse:size-11"
        >
          <Icon className="size-4" />
        </button>
      ))}
    </fieldset>
  )
}
