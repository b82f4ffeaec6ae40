import { whenIdle } from '../../ui/when-idle.ts'

/**
 * Loads the code editor. Its code takes about half a second to run: each part runs on its own, so that keys and clicks are
 * answered in between.
 */
export async function loadSurface(): Promise<typeof import('./monaco-surface.tsx')> {
  for (const part of [() => import('monaco-editor/editor'), () => import('./monaco.ts')]) {
    await part()
    await new Promise<void>((resolve) => void whenIdle(resolve))
  }
  return import('./monaco-surface.tsx')
}
