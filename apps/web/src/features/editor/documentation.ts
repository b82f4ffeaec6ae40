import { create } from 'zustand'

interface Wanted {
  /** `buy`, `indicators.RSI`; null when nothing was asked for. */
  readonly path: string | null
  /** Counts requests: the same name may be asked for again. */
  readonly request: number
}

/** What the documentation pane was asked to show, by a hover in the editor. */
export const useWantedDocumentation = create<Wanted>()(() => ({ path: null, request: 0 }))

export function showDocumentation(path: string): void {
  useWantedDocumentation.setState(({ request }) => ({ path, request: request + 1 }))
}
