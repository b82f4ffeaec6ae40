import { useEffect, useEffectEvent } from 'react'
import { LETTER_KEYS } from '../entities/panels/letter-keys.ts'
import { useSetting } from '../entities/settings/use-setting.ts'
import { openPalette } from './palette-state.ts'

/** These have keys of their own, or take text. */
const HAS_KEYS = 'section, input, textarea, select, button, [contenteditable], [role=dialog], [role=menu]'

/** Letters that are typed on the desk search, beginning with the first one; G goes to panels. `isOpen`: on the desk. */
export function TypedSearch({ isOpen }: { readonly isOpen: boolean }): null {
  const [isOn] = useSetting(LETTER_KEYS)
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || !isOn || event.defaultPrevented || !/^[a-z\d]$/i.test(event.key)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(HAS_KEYS) !== null) return
    if (document.querySelector('[role=dialog], [role=menu]') !== null) return
    event.preventDefault()
    openPalette(event.key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => type(event)
    // After the shortcuts of the page, which are heard below it.
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return null
}
