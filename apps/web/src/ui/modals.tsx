import { lazy, type ReactElement, Suspense } from 'react'
import { create } from 'zustand'
import { loadModule } from './load-module.ts'

const ModalsHost = lazy(async () => ({
  default: (await loadModule(() => import('./modals-host.tsx'))).ModalsHost,
}))
const useWanted = create<{ isWanted: boolean }>()(() => ({ isWanted: false }))
let host = Promise.withResolvers<void>()

function onReady(): () => void {
  host.resolve()
  return () => (host = Promise.withResolvers())
}

/** Where questions open. Their code is loaded for the first one: most visits ask none. */
export function Modals(): ReactElement | null {
  const isWanted = useWanted((state) => state.isWanted)
  if (!isWanted) return null
  return (
    <Suspense>
      <ModalsHost onReady={onReady} />
    </Suspense>
  )
}

/** The functions that open dialogs from outside of components, once they can. */
export async function loadModals() {
  useWanted.setState({ isWanted: true })
  await host.promise
  return (await loadModule(() => import('@mantine/modals'))).modals
}
