import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Plan } from '../../../../shared/plans/catalogue.ts'
import { focusSchema } from '../../../../shared/summary/focus-schema.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { languageChoiceSchema } from '../../../../shared/text/language-schemas.ts'
import { Field, Input } from '../../../components/form/field.tsx'
import { WordSelect } from '../../../components/form/word-select.tsx'
import { cn } from '../../../lib/cn.ts'
import { forPlan } from '../../../lib/plans/own-plan.ts'
import { advancedWords, otherLanguages, type RedoWay } from './redo-options.ts'

interface ChoiceProps extends ComponentProps<'input'> {
  label: string
  hint: ReactNode
  /** Beside the label, outside of it. */
  children?: ReactNode
}

const Choice = ({ label, hint, children, ...radio }: ChoiceProps) => (
  <div className="border-b border-line py-2.5">
    <label className={cn('flex min-h-11 gap-3.5', radio.disabled && 'text-ink-soft')}>
      <input
        type="radio"
        className="mt-0.5 size-4.5 shrink-0 appearance-none rounded-full border border-line-strong bg-paper transition-colors duration-150 checked:border-[5.5px] checked:border-accent hover:not-checked:border-ink disabled:opacity-55"
        {...radio}
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-pretty text-ink-soft">{hint}</span>
      </span>
    </label>
    {children}
  </div>
)

export const redoSchema = z
  .object({
    way: z.enum(['advanced', 'language', 'fresh', 'focus', 'whole']),
    language: languageChoiceSchema,
    focus: focusSchema,
    outcome: z.enum(['keep', 'replace']),
  })
  .refine(({ way, focus }) => way !== 'focus' || focus !== '', {
    path: ['focus'],
    error: 'Please say what it should be about.',
  })
type Redo = z.infer<typeof redoSchema>

function useRadio(name: 'way' | 'outcome') {
  const { register, formState } = useFormContext<Redo>()
  return (value: string) => ({ ...register(name), value, disabled: formState.isSubmitting })
}

/** Ref that moves focus to the chosen option where the dialog was open, and had focus, before its form was loaded. */
const focusChosen = (options: HTMLElement | null): void => {
  if (options?.closest('[role=dialog]')?.contains(document.activeElement) === true)
    options.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true })
}

interface WaysProps {
  summary: Summary
  ways: readonly RedoWay[]
  /** The plan with advanced summaries, if the user's has none. */
  advancedPlan: Plan | null
  languages: ReturnType<typeof otherLanguages>['options']
}

/** How to redo a summary. An advanced one that the plan doesn't include leads to the plans. */
export function Ways({ summary, ways, advancedPlan, languages }: WaysProps) {
  const { watch, setValue, register, formState } = useFormContext<Redo>()
  const focusError = formState.errors.focus?.message
  const radio = useRadio('way')
  const advanced = radio('advanced')
  const language = watch('language')
  return (
    <fieldset ref={focusChosen} className="border-t border-line">
      <legend className="sr-only">How to redo it</legend>
      {ways.includes('advanced') || advancedPlan !== null ? (
        <Choice
          label="As an advanced summary"
          hint={advancedWords(summary)}
          {...advanced}
          disabled={advancedPlan !== null || advanced.disabled}
        >
          {advancedPlan === null ? null : (
            <p className="ps-8 text-sm text-ink-soft">
              Part of {advancedPlan.name}.{' '}
              <Link
                href={pagePaths.subscribe}
                state={forPlan(advancedPlan.id)}
                className="relative touch-target text-ink underline"
              >
                See the plans
              </Link>
            </p>
          )}
        </Choice>
      ) : null}
      {ways.includes('language') ? (
        <Choice label="In another language" hint="Passages stay in the language of the source." {...radio('language')}>
          {watch('way') === 'language' ? (
            <div className="ps-8">
              <WordSelect
                label="Language"
                hideLabel
                value={language}
                options={languages}
                onChange={(value) => setValue('language', value)}
                className="font-medium"
              />
            </div>
          ) : null}
        </Choice>
      ) : null}
      {ways.includes('fresh') ? (
        <Choice
          label="With a fresh copy from the web"
          hint="Reads the source again, in case it has changed."
          {...radio('fresh')}
        />
      ) : null}
      {ways.includes('focus') ? (
        <Choice
          label={summary.focus === undefined ? 'About something you choose' : 'About something else'}
          hint="The page concentrates on what you want to know."
          {...radio('focus')}
        >
          {watch('way') === 'focus' ? (
            <Field label="What should it be about?" hideLabel error={focusError} className="ps-8 pt-1 pb-2">
              {(wiring) => (
                <Input
                  dir="auto"
                  autoComplete="off"
                  placeholder="What should it be about?"
                  {...register('focus')}
                  {...wiring}
                />
              )}
            </Field>
          ) : null}
        </Choice>
      ) : null}
      {ways.includes('whole') ? (
        <Choice label="About the whole source" hint="Without the focus." {...radio('whole')} />
      ) : null}
    </fieldset>
  )
}

export function Outcome() {
  const radio = useRadio('outcome')
  return (
    <fieldset className="mt-6">
      <legend className="w-full border-b border-line pb-2 text-sm font-medium text-ink-soft">
        The summary you have now
      </legend>
      <Choice label="Keep both" hint="The new one is added to your list." {...radio('keep')} />
      <Choice
        label="Replace it"
        hint="Once the new one is ready, it takes over the same link and place in your list."
        {...radio('replace')}
      />
    </fieldset>
  )
}
