import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Errors about the whole search have no field that could be left. */
export function isAboutAll(path: string): boolean {
  return path === 'range' || path === 'externals' || path === 'walkForward'
}

/**
 * Which errors a form shows: those of fields that were left, found by their `name`, and all of them once it was sent.
 * Sending moves the focus to the first field that is wrong.
 */
export function useShownErrors(errors: Readonly<Record<string, string>>) {
  const form = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(0)
  const focusFirst = useEffectEvent(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const range = 'range' in errors ? form.current?.querySelector<HTMLElement>('[data-externals] input') : null
    ;(wrong ?? range)?.focus()
  })
  useEffect(() => {
    if (sent > 0) focusFirst()
  }, [sent])
  // Nobody has chosen a range when the form opens: that is no mistake yet.
  const isShown = ([path]: readonly [string, string]): boolean =>
    sent > 0 || left.has(path) || (isAboutAll(path) && path !== 'range')
  return {
    form,
    shown: Object.fromEntries(Object.entries(errors).filter(isShown)),
    onBlur: ({ target }: FocusEvent<HTMLElement>): void => {
      if (target instanceof HTMLInputElement && target.name !== '') setLeft(new Set([...left, target.name]))
    },
    onSend: (): void => setSent(sent + 1),
  }
}
