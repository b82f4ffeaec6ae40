import { useEffectEvent, useLayoutEffect } from 'react'
import { claimKeys, editorKey, type EditorKey } from './early-keys.ts'

/** Ctrl or Cmd with S saves, with Enter runs, wherever the cursor is on the page, even if pressed before it has loaded. */
export function useEditorKeys(onSave: () => void, onRun: (() => void) | null): void {
  /** Returns false when there is nothing to do. */
  const act = useEffectEvent((key: EditorKey | null): boolean => {
    const action = key === 'run' ? onRun : key === 'save' ? onSave : null
    action?.()
    return action !== null
  })
  // Before the page is shown: loading the code editor delays other effects, and a key pressed until then would be lost.
  useLayoutEffect(() => {
    const { early, release } = claimKeys()
    act(early)
    const listener = (event: KeyboardEvent): void => {
      if (act(editorKey(event))) event.preventDefault()
    }
    document.documentElement.addEventListener('keydown', listener)
    return () => {
      document.documentElement.removeEventListener('keydown', listener)
      release()
    }
  }, [])
}
