import { isPressed } from '../../ui/shortcut.ts'
import { EDITOR_SHORTCUTS } from './editor-shortcuts.ts'

export type EditorKey = keyof typeof EDITOR_SHORTCUTS

interface EarlyKey {
  readonly key: EditorKey
  readonly path: string
  readonly time: number
}

const SCRIPT_PAGES = /^\/(algorithms|indicators)\/[^/]+\/edit(\/|$)/
/** Nobody expects a key to act longer than this after it was pressed. */
const EXPIRES_MS = 60_000

let early: EarlyKey | null = null
let editors = 0

/** What keys do on the page of a script; null for all others. */
export function editorKey(event: KeyboardEvent): EditorKey | null {
  if (isPressed(EDITOR_SHORTCUTS.run, event)) return 'run'
  return isPressed(EDITOR_SHORTCUTS.save, event) ? 'save' : null
}

/** Remembers a key pressed while the page of a script loads, for the editor to act on. Returns what ends it. */
export function keepEarlyKeys(): () => void {
  const keep = (event: KeyboardEvent): void => {
    const key = editorKey(event)
    if (key === null || editors > 0 || !SCRIPT_PAGES.test(location.pathname)) return
    event.preventDefault()
    early = { key, path: location.pathname, time: performance.now() }
  }
  addEventListener('keydown', keep)
  return () => removeEventListener('keydown', keep)
}

/** From now on, until `release` is called, an editor handles the keys itself. `early` was pressed before. */
export function claimKeys(): { readonly early: EditorKey | null; readonly release: () => void } {
  const kept = early
  early = null
  editors += 1
  const isMeant = kept?.path === location.pathname && performance.now() - kept.time < EXPIRES_MS
  return { early: isMeant ? kept.key : null, release: () => void (editors -= 1) }
}
