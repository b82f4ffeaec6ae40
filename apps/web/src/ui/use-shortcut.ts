import { useEffectEvent, useLayoutEffect } from 'react'
import { isPressed, keysOf, type Shortcut } from './shortcut.ts'

/** Where a character is typed, or chooses something. */
const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=textbox], .monaco-editor'

/** Calls back when the keys are pressed anywhere; a key alone, only outside of text fields, dialogs and menus. */
export function useShortcut(shortcut: Shortcut, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(shortcut, event)) return
    const isAlone = shortcut.keys.every((keys) => keysOf(keys).length === 1)
    if (isAlone && (isTyped(event) || document.querySelector('[role=dialog], [role=menu]') !== null)) return
    event.preventDefault()
    onPress()
  })
  // Before the page is painted: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.documentElement.addEventListener('keydown', listener)
    return () => document.documentElement.removeEventListener('keydown', listener)
  }, [])
}

function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}
