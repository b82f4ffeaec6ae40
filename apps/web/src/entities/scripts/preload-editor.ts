import { preloadToasts } from '../../ui/toasts.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { loadSurface } from './load-surface.ts'

/** Loads the code editor ahead of its page. What fails is loaded again, with an error, when it is needed. */
export function preloadEditor(): void {
  whenIdle(() => loadSurface().catch(() => null))
}

/**
 * The loader of an editor's page. When a link is about to be followed, there is time to load the code editor; when the page
 * itself opens, running its code would delay the plain text field that takes the first keys.
 */
export function loadEditPage({ preload }: { readonly preload: boolean }): void {
  preloadToasts()
  if (preload) preloadEditor()
}
