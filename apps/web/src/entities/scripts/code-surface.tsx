import { lazy, type ReactElement, type RefObject, Suspense, useEffect, useRef } from 'react'
import { firstInput } from '../../ui/first-input.ts'
import { loadModule } from '../../ui/load-module.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { loadSurface } from './load-surface.ts'
import { PlainSurface, type PlainState } from './plain-surface.tsx'
import type { CodeSurfaceProps } from './surface-props.ts'

const PHONE = '(max-width: 767px)'
const { promise: positionGiven, resolve: givePosition } = Promise.withResolvers<void>()

const MonacoSurface = lazy(async () => {
  // Running its code takes most of a second, during which the plain text field would take no keys, and several on a phone,
  // where a script is more often read than written.
  const isPhone = matchMedia(PHONE).matches
  await (isPhone ? Promise.race([firstInput(), positionGiven]) : new Promise<void>((resolve) => void whenIdle(resolve)))
  return { default: (await loadModule(loadSurface)).MonacoSurface }
})

/** The cursor of the plain text field, once: the editor keeps its own afterwards. */
function takeFrom(plain: RefObject<PlainState | null>): PlainState | null {
  const state = plain.current
  plain.current = null
  return state
}

/**
 * The code editor. Until its code has loaded, a plain text field shows the script and takes what is typed. On a phone, the first
 * touch or key loads it.
 */
export function CodeSurface(props: CodeSurfaceProps): ReactElement {
  const plain = useRef<PlainState | null>(null)
  const hasPosition = props.position !== null
  // A line that an address leads to is shown at once.
  useEffect(() => {
    if (hasPosition) givePosition()
  }, [hasPosition])
  return (
    <Suspense fallback={<PlainSurface {...props} onState={(state) => void (plain.current = state)} />}>
      <MonacoSurface {...props} takeCursor={() => takeFrom(plain)} />
    </Suspense>
  )
}
