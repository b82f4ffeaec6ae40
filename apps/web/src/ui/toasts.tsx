import { notificationsStore } from '@mantine/notifications'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { loadModule } from './load-module.ts'
import { whenIdle } from './when-idle.ts'

const load = () => loadModule(() => import('./toasts-host.tsx'))
const ToastsHost = lazy(async () => ({ default: (await load()).ToastsHost }))

/** For pages on which something is typed: the connection may be lost at the first key. */
export function preloadToasts(): void {
  whenIdle(() => import('./toasts-host.tsx').catch(() => null))
}

function hasToasts(): boolean {
  const { notifications, queue } = notificationsStore.getState()
  return notifications.length + queue.length > 0
}

/**
 * Where toasts appear. Their code is loaded at the first click or key, before there is anything to report: by then the
 * connection may be lost.
 */
export function Toasts(): ReactElement | null {
  const [isWanted, setWanted] = useState(hasToasts)
  useEffect(() => {
    if (isWanted) return undefined
    const want = (): void => setWanted(true)
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    addEventListener('pointerdown', want, options)
    addEventListener('keydown', want, options)
    const unsubscribe = notificationsStore.subscribe(want)
    return () => {
      listening.abort()
      unsubscribe()
    }
  }, [isWanted])
  if (!isWanted) return null
  return (
    <Suspense>
      <ToastsHost />
    </Suspense>
  )
}
