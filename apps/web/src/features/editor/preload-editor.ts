import { preloadToasts } from '../../ui/toasts.tsx'

/** Starts loading the code editor together with its page. What fails is loaded again, with an error, when it is needed. */
export function preloadEditor(): void {
  import('./monaco-surface.tsx').catch(() => null)
  preloadToasts()
}
