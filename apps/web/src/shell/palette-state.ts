import { create } from 'zustand'

export const usePalette = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

/** A palette that cannot be loaded must not keep the keys. */
const COLLECT_MS = 3000

let typed = ''
let listening: AbortController | null = null

/** Collects what is typed until the field of the palette, which may yet have to be loaded, has the focus. */
function collectKeys(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  typed += event.key
}

/** Ends the collecting, and returns what was typed meanwhile. */
export function takeTyped(): string {
  listening?.abort()
  listening = null
  const text = typed
  typed = ''
  return text
}

/** `first` is what was typed to open it. */
export function openPalette(first = ''): void {
  if (usePalette.getState().isOpen) return
  takeTyped()
  typed = first
  listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(COLLECT_MS)])
  addEventListener('keydown', collectKeys, { capture: true, signal })
  usePalette.setState({ isOpen: true })
}

export function closePalette(): void {
  takeTyped()
  usePalette.setState({ isOpen: false })
}
