import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { loadModule } from '../../ui/load-module.ts'

const SettingsDialog = lazy(async () => ({
  default: (await loadModule(() => import('./settings-dialog.tsx'))).SettingsDialog,
}))

/** Loads the settings dialog when an address asks for it, and keeps it so that it can close smoothly. */
export function Settings(): ReactElement | null {
  const isWanted = useSearch({ from: '__root__', select: ({ settings }) => settings !== undefined })
  const [isLoaded, setLoaded] = useState(false)
  if (isWanted && !isLoaded) setLoaded(true)
  if (!isLoaded) return null
  return (
    <Suspense>
      <SettingsDialog />
    </Suspense>
  )
}
