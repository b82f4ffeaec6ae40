import { useEffectEvent, useLayoutEffect } from 'react'

interface OpenDialog {
  /** Null for a dialog that Escape does not close. */
  readonly close: (() => void) | null
}

/** Open dialogs, the one on top last. */
const stack: OpenDialog[] = []

/** Escape closes the dialog on top only. The library's own listeners would close all of them at once. */
function onKeyDown(event: KeyboardEvent): void {
  const top = stack.at(-1)
  if (event.key !== 'Escape' || event.isComposing || top === undefined) return
  // Of a field with an open list or calendar, which Escape closes first.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
  event.stopImmediatePropagation()
  top.close?.()
}

// Before the listeners of dialogs that open below.
window.addEventListener('keydown', onKeyDown, { capture: true })

/** Puts a dialog on top of the others while it is open. `close` is null if Escape does not close it. */
export function useEscape(isOpen: boolean, close: (() => void) | null): void {
  const onEscape = useEffectEvent(() => close?.())
  const isClosable = close !== null
  // Before the page is painted: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const dialog: OpenDialog = { close: isClosable ? () => onEscape() : null }
    stack.push(dialog)
    return () => void stack.splice(stack.indexOf(dialog), 1)
  }, [isOpen, isClosable])
}
