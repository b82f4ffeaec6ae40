import { create } from 'zustand'

interface DocumentationRequest {
  /** `buy`, `indicators.RSI`; null when nothing was requested. */
  readonly path: string | null
  /** Counts requests: the same name may be requested again. */
  readonly request: number
}

/** What the documentation pane should show, requested by a hover in the editor. */
export const useRequestedDocumentation = create<DocumentationRequest>()(() => ({ path: null, request: 0 }))

export function showDocumentation(path: string): void {
  useRequestedDocumentation.setState(({ request }) => ({ path, request: request + 1 }))
}
