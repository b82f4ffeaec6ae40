import { create } from 'zustand'
import type { ReactElement } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { requireLogin } from '../../entities/user/login.ts'

const NewIndicatorDialog = lazyPart(async () => (await import('./list/new-indicator-dialog.tsx')).NewIndicatorDialog)

const useNewIndicator = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

/** Opens the dialog, for visitors after a login. */
export async function openNewIndicator(): Promise<void> {
  if (await requireLogin('Please log in to create indicators')) useNewIndicator.setState({ isOpen: true })
}

/** The dialog for a new indicator; like that for algorithms, it outlives the list that opened it. */
export function NewIndicator(): ReactElement {
  const { isOpen } = useNewIndicator()
  return <NewIndicatorDialog isOpen={isOpen} onClose={() => useNewIndicator.setState({ isOpen: false })} />
}
