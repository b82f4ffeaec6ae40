import { useEffectEvent, useLayoutEffect } from 'react'

/** Ctrl or Cmd with S saves, with Enter runs, wherever the cursor is on the page. */
export function useEditorKeys(onSave: () => void, onRun: (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const action = event.key === 'Enter' ? onRun : event.key.toLowerCase() === 's' ? onSave : null
    if (action === null) return
    event.preventDefault()
    action()
  })
  // Before the page is shown: loading the code editor delays other effects, and a key pressed until then would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.documentElement.addEventListener('keydown', listener)
    return () => document.documentElement.removeEventListener('keydown', listener)
  }, [])
}
